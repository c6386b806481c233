import type { ResponsesInputPart } from '../../../../generated/responses/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import { dropUnknown } from '../../../exchange/ledger.js'
import { pointer } from '../../../json/pointer.js'
import {
  kindOfMediaType,
  type CacheHint,
  type MediaPart,
  type OpaquePart,
  type RefusalPart,
  type TextPart,
} from '../../../exchange/part.js'
import { decodeAnnotation } from '../annotation.js'
import { sourceOfData, sourceOfUrl, typeOfAudioFormat, typeOfFilename } from '../media.js'
import { defined } from '../../../json/object.js'

export type ContentPart = TextPart | MediaPart | RefusalPart | OpaquePart

const textMembers = new Set(['type', 'text', 'prompt_cache_breakpoint'])
const outputTextMembers = new Set(['type', 'text', 'annotations'])
const refusalMembers = new Set(['type', 'refusal'])
const imageMembers = new Set(['type', 'image_url', 'file_id', 'detail', 'prompt_cache_breakpoint'])
const fileMembers = new Set(['type', 'file_id', 'filename', 'file_data', 'file_url', 'detail', 'prompt_cache_breakpoint'])
const breakpointMembers = new Set(['mode'])
const audioDataMembers = new Set(['data', 'format'])
const audioMembers = new Set(['type', 'input_audio'])
const videoMembers = new Set(['type', 'video_url'])

type TextFields = Pick<TextPart, 'phase' | 'places'>

/** Decodes the content of a message or of a tool output: text or parts. `textFields`: members of the message that its texts get. */
export function decodeContent(
  content: string | readonly ResponsesInputPart[],
  at: string,
  ledger: LossLedger,
  textFields: TextFields = {},
): ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content, at, ...textFields }]
  return content.map((part, index) => decodePart(part, pointer(at, index), ledger, textFields))
}

function decodePart(part: ResponsesInputPart, at: string, ledger: LossLedger, textFields: TextFields): ContentPart {
  switch (part.type) {
    case 'input_text':
      dropUnknown(part, textMembers, at, ledger)
      return { type: 'text', text: part.text, at, ...textFields, ...cacheOf(part, at, ledger) }
    case 'output_text': {
      dropUnknown(part.logprobs?.length === 0 ? { ...part, logprobs: null } : part, outputTextMembers, at, ledger, 'not sent to models')
      const citations = (part.annotations ?? []).map((annotation) => decodeAnnotation({ ...annotation }))
      const cited = citations.length === 0 ? {} : { citations, places: { ...textFields.places, citations: `${at}/annotations` } }
      return { type: 'text', text: part.text, at, ...textFields, ...cited }
    }
    case 'refusal':
      dropUnknown(part, refusalMembers, at, ledger)
      return { type: 'refusal', text: part.refusal, at }
    case 'input_image':
      dropUnknown(part, imageMembers, at, ledger)
      if (typeof part.image_url === 'string') {
        return {
          type: 'media',
          kind: 'image',
          source: sourceOfUrl(part.image_url),
          at,
          ...detailOf(part.detail, at),
          ...cacheOf(part, at, ledger),
        }
      }
      return {
        type: 'media',
        kind: 'image',
        source: { type: 'file', id: part.file_id ?? '', dialect: 'responses' },
        at,
        ...detailOf(part.detail, at),
        ...cacheOf(part, at, ledger),
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
      return defined({
        type: 'media',
        kind: kindOfMediaType(mediaType),
        source,
        at,
        filename: typeof part.filename === 'string' ? part.filename : undefined,
        detail: typeof part.detail === 'string' ? part.detail : undefined,
        places: { filename: `${at}/filename`, detail: `${at}/detail` },
        ...cacheOf(part, at, ledger),
      })
    }
    case 'input_audio': {
      dropUnknown(part, audioMembers, at, ledger)
      dropUnknown(part.input_audio, audioDataMembers, `${at}/input_audio`, ledger)
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

function detailOf(detail: string | null | undefined, at: string): Pick<MediaPart, 'detail' | 'places'> {
  return typeof detail === 'string' ? { detail, places: { detail: `${at}/detail` } } : {}
}

function cacheOf(
  part: { readonly prompt_cache_breakpoint?: object | null },
  at: string,
  ledger: LossLedger,
): { readonly cache?: CacheHint } {
  if (!part.prompt_cache_breakpoint) return {}
  const place = `${at}/prompt_cache_breakpoint`
  dropUnknown(part.prompt_cache_breakpoint, breakpointMembers, place, ledger)
  return { cache: { at: place } }
}
