import type { ChatContentPart } from '../../../../generated/chat-completions/model/index.js'
import { refuse } from '../../../exchange/error.js'
import { placeOf, type MediaPart, type MediaSource } from '../../../exchange/part.js'
import type { Target } from '../../../exchange/target.js'
import { writeDataUrl } from '../data-url.js'

/** Encodes an image, audio or a document as parts of a user message. Throws a 400 for media that the target does not accept. */
export function encodeMedia(part: MediaPart, target: Target): ChatContentPart[] {
  if (target.traits.withoutMedia?.includes(part.kind) === true)
    throw refuse(part.at, `The provider of this model accepts no ${part.kind} (${part.at}).`, 'unsupported_value')
  const { ledger } = target
  if (part.context !== undefined) ledger.drop(placeOf(part, 'context'), 'documents have no context in the chat completions style')
  if (part.citable === true)
    ledger.drop(placeOf(part, 'citable'), 'citations of documents cannot be requested in the chat completions style')
  if (part.citable === false) ledger.move(placeOf(part, 'citable'), 'not needed: it is the default')
  if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), 'media have no proof in the chat completions style')
  if (part.filename !== undefined && (part.kind !== 'document' || part.source.type === 'file'))
    ledger.drop(placeOf(part, 'filename'), 'only documents sent as data have a file name')
  if (part.detail !== undefined && part.kind !== 'image') ledger.drop(placeOf(part, 'detail'), 'only images have a level of detail')
  if (part.source.type === 'url' && part.source.mediaType !== undefined)
    ledger.move(placeOf(part, 'mediaType'), 'not needed: the provider detects the type')
  switch (part.kind) {
    case 'image':
      return [imagePart(part, target)]
    case 'audio':
      return [audioPart(part)]
    case 'document':
      return [documentPart(part, target)]
    case 'video':
      throw refuse(part.at, `Video input (${part.at}) cannot be sent in the chat completions style.`, 'unsupported_value')
  }
}

function imagePart(part: MediaPart, target: Target): ChatContentPart {
  const { source } = part
  const detail = detailOf(part, target)
  if (source.type === 'base64') return { type: 'image_url', image_url: { url: writeDataUrl(source), ...detail } }
  if (source.type === 'url') {
    if (!/^https?:/i.test(source.url))
      throw refuse(
        part.at,
        `The provider of this model accepts images as http(s) URLs or base64 data only (${part.at}).`,
        'unsupported_url',
      )
    return { type: 'image_url', image_url: { url: source.url, ...detail } }
  }
  throw sourceError(part, source)
}

function detailOf(part: MediaPart, target: Target): { readonly detail?: 'auto' | 'low' | 'high' } {
  if (part.detail === undefined) return {}
  if (part.detail === 'auto' || part.detail === 'low' || part.detail === 'high') return { detail: part.detail }
  target.ledger.approximate(placeOf(part, 'detail'), `the chat completions style has no such level of detail: high was sent`)
  return { detail: 'high' }
}

/** The formats that OpenAI documents, by the subtypes of their media types. */
const audioFormats: Readonly<Record<string, string>> = {
  wav: 'wav',
  'x-wav': 'wav',
  wave: 'wav',
  'vnd.wave': 'wav',
  mpeg: 'mp3',
  mp3: 'mp3',
}

function audioPart(part: MediaPart): ChatContentPart {
  const { source } = part
  if (source.type !== 'base64') throw source.type === 'url' ? urlError(part) : sourceError(part, source)
  const format = audioFormats[source.mediaType.replace(/^audio\//, '').split(';')[0] ?? '']
  if (format === undefined)
    throw refuse(
      part.at,
      `The provider of this model accepts audio as WAV or MP3, not ${source.mediaType} (${part.at}).`,
      'unsupported_value',
    )
  return { type: 'input_audio', input_audio: { data: source.data, format } }
}

function documentPart(part: MediaPart, target: Target): ChatContentPart {
  const { source } = part
  switch (source.type) {
    case 'text':
      target.ledger.move(part.at, 'a plain text document is sent as text')
      return textDocument(source.text, part.filename)
    case 'base64':
      if (source.mediaType.startsWith('text/')) {
        target.ledger.move(part.at, 'a plain text document is sent as text')
        return textDocument(Buffer.from(source.data, 'base64').toString(), part.filename)
      }
      // OpenAI refuses file data without a name.
      return {
        type: 'file',
        file: { filename: part.filename ?? `document.${extensionOf(source.mediaType)}`, file_data: writeDataUrl(source) },
      }
    case 'url':
      throw urlError(part)
    case 'file':
      if (source.dialect !== 'chat-completions') throw sourceError(part, source)
      return { type: 'file', file: { file_id: source.id } }
  }
}

function textDocument(text: string, title: string | undefined): ChatContentPart {
  return { type: 'text', text: title === undefined ? text : `${title}\n\n${text}` }
}

function extensionOf(mediaType: string): string {
  const subtype = mediaType.split('/')[1] ?? ''
  return /^[a-z0-9]{1,5}$/.test(subtype) ? subtype : 'bin'
}

function urlError(part: MediaPart): Error {
  return refuse(
    part.at,
    `The ${part.kind} at ${part.at} must be base64 data: the provider of this model accepts no URL for it.`,
    'unsupported_url',
  )
}

function sourceError(part: MediaPart, source: MediaSource): Error {
  const problem = source.type === 'file' ? 'is a file stored at another provider' : 'has a format'
  return refuse(part.at, `The ${part.kind} at ${part.at} ${problem} that the provider of this model cannot read.`, 'unsupported_value')
}
