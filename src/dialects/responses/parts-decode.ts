import type { ResponsesInputPart } from '../../../generated/responses/model/index.js'
import type { LossLedger } from '../../exchange/ledger.js'
import { dropUnknown } from '../../exchange/ledger.js'
import { pointer } from '../../exchange/located.js'
import type { CacheHint, MediaPart, OpaquePart, RefusalPart, TextPart } from '../../exchange/part.js'
import { decodeAnnotation } from './annotation.js'
import { kindOfMediaType, sourceOfData, sourceOfUrl, typeOfAudioFormat, typeOfFilename } from './media.js'

export type ContentPart = TextPart | MediaPart | RefusalPart | OpaquePart

const textMembers = new Set(['type', 'text', 'prompt_cache_breakpoint'])
const outputTextMembers = new Set(['type', 'text', 'annotations'])
const refusalMembers = new Set(['type', 'refusal'])
const imageMembers = new Set(['type', 'image_url', 'file_id', 'detail', 'prompt_cache_breakpoint'])
const fileMembers = new Set(['type', 'file_id', 'filename', 'file_data', 'file_url', 'detail', 'prompt_cache_breakpoint'])
const audioMembers = new Set(['type', 'input_audio'])
const videoMembers = new Set(['type', 'video_url'])

/** The content of a message or of a tool's output: text or parts. */
export function decodeContent(
  content: string | readonly ResponsesInputPart[],
  at: string,
  ledger: LossLedger,
  phase?: string,
): ContentPart[] {
  const phased = phase === undefined ? {} : { phase }
  if (typeof content === 'string') return [{ type: 'text', text: content, at, ...phased }]
  return content.map((part, index) => decodePart(part, pointer(at, index), ledger, phased))
}

function decodePart(part: ResponsesInputPart, at: string, ledger: LossLedger, phased: { readonly phase?: string }): ContentPart {
  switch (part.type) {
    case 'input_text':
      dropUnknown(part, textMembers, at, ledger)
      return { type: 'text', text: part.text, at, ...phased, ...cacheOf(part, at) }
    case 'output_text': {
      dropUnknown(
        part.logprobs?.length === 0 ? { ...part, logprobs: null } : part,
        outputTextMembers,
        at,
        ledger,
        'says nothing to a model',
      )
      const citations = (part.annotations ?? []).map((annotation) => decodeAnnotation({ ...annotation }))
      return { type: 'text', text: part.text, at, ...phased, ...(citations.length === 0 ? {} : { citations }) }
    }
    case 'refusal':
      dropUnknown(part, refusalMembers, at, ledger)
      return { type: 'refusal', text: part.refusal, at }
    case 'input_image':
      dropUnknown(part, imageMembers, at, ledger)
      if (typeof part.image_url === 'string') {
        return { type: 'media', kind: 'image', source: sourceOfUrl(part.image_url), at, ...detailOf(part.detail), ...cacheOf(part, at) }
      }
      return {
        type: 'media',
        kind: 'image',
        source: { type: 'file', id: part.file_id ?? '', dialect: 'responses' },
        at,
        ...detailOf(part.detail),
        ...cacheOf(part, at),
      }
    case 'input_file': {
      dropUnknown(part, fileMembers, at, ledger)
      const source =
        typeof part.file_data === 'string'
          ? sourceOfData(part.file_data, typeOfFilename(part.filename))
          : typeof part.file_url === 'string'
            ? sourceOfUrl(part.file_url)
            : ({ type: 'file', id: part.file_id ?? '', dialect: 'responses' } as const)
      const mediaType = source.type === 'url' || source.type === 'file' ? undefined : source.mediaType
      return {
        type: 'media',
        kind: kindOfMediaType(mediaType),
        source,
        at,
        ...(typeof part.filename === 'string' ? { filename: part.filename } : {}),
        ...detailOf(part.detail),
        ...cacheOf(part, at),
      }
    }
    case 'input_audio': {
      dropUnknown(part, audioMembers, at, ledger)
      const { data, format } = part.input_audio
      return { type: 'media', kind: 'audio', source: { type: 'base64', mediaType: typeOfAudioFormat(format), data }, at }
    }
    case 'input_video':
      dropUnknown(part, videoMembers, at, ledger)
      return { type: 'media', kind: 'video', source: sourceOfUrl(part.video_url), at }
    default:
      return opaquePart(part, at)
  }
}

function opaquePart(value: { readonly type: string }, at: string): OpaquePart {
  return { type: 'opaque', dialect: 'responses', label: value.type, value, at }
}

function detailOf(detail: string | null | undefined): { readonly detail?: string } {
  return typeof detail === 'string' ? { detail } : {}
}

function cacheOf(part: { readonly prompt_cache_breakpoint?: unknown }, at: string): { readonly cache?: CacheHint } {
  return part.prompt_cache_breakpoint ? { cache: { at: `${at}/prompt_cache_breakpoint` } } : {}
}
