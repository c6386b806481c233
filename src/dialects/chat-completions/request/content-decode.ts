import type { ChatContentPart } from '../../../../generated/chat-completions/model/index.js'
import { refuse } from '../../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { pointer } from '../../../json/pointer.js'
import {
  kindOfMediaType,
  type CacheHint,
  type MediaPart,
  type MediaSource,
  type OpaquePart,
  type TextPart,
} from '../../../exchange/part.js'
import { readDataUrl } from '../data-url.js'
import { isObject, textOf, type JsonObject } from '../../../json/object.js'

export type ContentPart = TextPart | MediaPart | OpaquePart

const known = {
  text: new Set(['type', 'text', 'cache_control', 'prompt_cache_breakpoint']),
  image_url: new Set(['type', 'image_url', 'cache_control', 'prompt_cache_breakpoint']),
  input_audio: new Set(['type', 'input_audio', 'cache_control', 'prompt_cache_breakpoint']),
  file: new Set(['type', 'file', 'cache_control', 'prompt_cache_breakpoint']),
}
const knownOfImage = new Set(['url', 'detail'])
const knownOfAudio = new Set(['data', 'format'])
const knownOfFile = new Set(['filename', 'file_data', 'file_id'])

/** Decodes the content of a user or tool message: a text or parts. */
export function decodeContent(content: string | readonly ChatContentPart[], at: string, ledger: LossLedger): ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content, at }]
  return content.map((part, index) => decodePart(part, pointer(at, index), ledger))
}

function decodePart(part: ChatContentPart, at: string, ledger: LossLedger): ContentPart {
  switch (part.type) {
    case 'text':
      dropUnknown(part, known.text, at, ledger)
      return { type: 'text', text: part.text, at, ...cacheOf(part, at, ledger) }
    case 'image_url': {
      dropUnknown(part, known.image_url, at, ledger)
      const image = part.image_url
      if (typeof image === 'string')
        return { type: 'media', kind: 'image', source: urlSource(image, pointer(at, 'image_url')), at, ...cacheOf(part, at, ledger) }
      const place = pointer(at, 'image_url')
      dropUnknown(image, knownOfImage, place, ledger)
      return {
        type: 'media',
        kind: 'image',
        source: urlSource(image.url, pointer(place, 'url')),
        at,
        ...(image.detail === null || image.detail === undefined
          ? {}
          : { detail: image.detail, places: { detail: pointer(place, 'detail') } }),
        ...cacheOf(part, at, ledger),
      }
    }
    case 'input_audio': {
      dropUnknown(part, known.input_audio, at, ledger)
      const audio = part.input_audio
      dropUnknown(audio, knownOfAudio, pointer(at, 'input_audio'), ledger)
      // OpenAI documents base64, but some clients send a data URL.
      const source = readDataUrl(audio.data) ?? { type: 'base64' as const, mediaType: audioType(audio.format), data: audio.data }
      return { type: 'media', kind: 'audio', source, at, ...cacheOf(part, at, ledger) }
    }
    case 'file': {
      dropUnknown(part, known.file, at, ledger)
      const file = part.file
      const place = pointer(at, 'file')
      dropUnknown(file, knownOfFile, place, ledger)
      const source = fileSource(file, place)
      const kind = source.type === 'base64' ? kindOfMediaType(source.mediaType) : 'document'
      const filename = textOf(file.filename)
      const named = filename === undefined ? {} : { filename, places: { filename: pointer(place, 'filename') } }
      return { type: 'media', kind, source, at, ...named, ...cacheOf(part, at, ledger) }
    }
    default:
      return decodeUnknownPart(part, at, ledger)
  }
}

/** Decodes parts of other providers: Mistral's `document_url`, Qwen's and Z.ai's `video_url`. Unknown parts become opaque parts. */
function decodeUnknownPart(part: unknown, at: string, ledger: LossLedger): ContentPart {
  const value: JsonObject = isObject(part) ? part : {}
  const label = textOf(value.type) ?? 'unknown'
  const kind = label === 'document_url' ? 'document' : label === 'video_url' ? 'video' : undefined
  const address = value[label]
  const url = typeof address === 'string' ? address : isObject(address) ? textOf(address.url) : undefined
  if (kind === undefined || url === undefined) return { type: 'opaque', dialect: 'chat-completions', label, value: part, at }
  dropUnknown(value, new Set(['type', label, 'cache_control', 'document_name']), at, ledger)
  if (isObject(address)) dropUnknown(address, new Set(['url']), pointer(at, label), ledger)
  const filename = textOf(value.document_name)
  return {
    type: 'media',
    kind,
    source: urlSource(url, pointer(at, label)),
    at,
    ...(filename === undefined ? {} : { filename, places: { filename: pointer(at, 'document_name') } }),
    ...cacheOf(value, at, ledger),
  }
}

function urlSource(url: string, at: string): MediaSource {
  const inline = readDataUrl(url)
  if (inline !== undefined) return inline
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url.slice(0, 32)))
    throw refuse(at, `${at} must be an http(s) URL or a base64 data URL.`, 'invalid_value')
  return { type: 'url', url }
}

function fileSource(file: { readonly file_data?: string | null; readonly file_id?: string | null }, at: string): MediaSource {
  const data = textOf(file.file_data)
  if (data !== undefined) {
    // Some clients send a PDF as base64 without the beginning of a data URL.
    if (data.startsWith('JVBERi0')) return { type: 'base64', mediaType: 'application/pdf', data }
    return urlSource(data, pointer(at, 'file_data'))
  }
  const id = textOf(file.file_id)
  if (id === undefined) throw refuse(at, `${at} needs file_data or file_id.`, 'missing_required_parameter')
  return { type: 'file', id, dialect: 'chat-completions' }
}

function audioType(format: string): string {
  return format === 'mp3' ? 'audio/mpeg' : `audio/${format}`
}

interface Marked {
  readonly cache_control?: unknown
  readonly prompt_cache_breakpoint?: unknown
}

const knownOfControl = new Set(['type', 'ttl'])
const knownOfBreakpoint = new Set(['mode'])

/** A cache marker: Anthropic's `cache_control` or OpenAI's `prompt_cache_breakpoint`. */
export function cacheOf(part: Marked, at: string, ledger: LossLedger): { readonly cache?: CacheHint } {
  const { cache_control: control, prompt_cache_breakpoint: breakpoint } = part
  if (isObject(control)) {
    const place = pointer(at, 'cache_control')
    const { ttl } = control
    dropUnknown(control, knownOfControl, place, ledger)
    if (isObject(breakpoint)) ledger.move(pointer(at, 'prompt_cache_breakpoint'), 'replaced by cache_control')
    if (ttl === '5m' || ttl === '1h') return { cache: { ttl, at: place } }
    if (textOf(ttl) !== undefined) ledger.drop(pointer(place, 'ttl'), 'the value has no counterpart in another style')
    return { cache: { at: place } }
  }
  if (!isObject(breakpoint)) return {}
  dropUnknown(breakpoint, knownOfBreakpoint, pointer(at, 'prompt_cache_breakpoint'), ledger)
  return { cache: { at: pointer(at, 'prompt_cache_breakpoint') } }
}
