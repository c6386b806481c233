import type { ChatContentPart } from '../../../../generated/chat-completions/model/index.js'
import { refuse } from '../../../exchange/error.js'
import { placeOf, type MediaPart, type MediaSource } from '../../../exchange/part.js'
import type { Target } from '../../../exchange/target.js'
import { writeDataUrl } from '../data-url.js'

/** An image, a sound or a document as parts of a user message. Refuses what the target cannot take, since it changes the question. */
export function encodeMedia(part: MediaPart, target: Target): ChatContentPart[] {
  if (target.traits.withoutMedia?.includes(part.kind) === true)
    throw refuse(part.at, `This model's provider takes no ${part.kind} input (${part.at}).`, 'unsupported_value')
  const { ledger } = target
  if (part.context !== undefined) ledger.drop(placeOf(part, 'context'), 'documents have no context here')
  if (part.citable === true) ledger.drop(placeOf(part, 'citable'), 'the provider cannot be asked for citations of a document')
  if (part.citable === false) ledger.move(placeOf(part, 'citable'), 'not needed: it is the default')
  if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), 'media carry no proof here')
  if (part.filename !== undefined && (part.kind !== 'document' || part.source.type === 'file'))
    ledger.drop(placeOf(part, 'filename'), 'only documents given as data have names')
  if (part.detail !== undefined && part.kind !== 'image') ledger.drop(placeOf(part, 'detail'), 'only images have a level of detail')
  if (part.source.type === 'url' && part.source.mediaType !== undefined)
    ledger.move(placeOf(part, 'mediaType'), 'what stands at the address says its type')
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
        `The image at ${part.at} must be an http(s) address or base64 data for this model's provider.`,
        'unsupported_url',
      )
    return { type: 'image_url', image_url: { url: source.url, ...detail } }
  }
  throw foreignFile(part, source)
}

function detailOf(part: MediaPart, target: Target): { readonly detail?: 'auto' | 'low' | 'high' } {
  if (part.detail === undefined) return {}
  if (part.detail === 'auto' || part.detail === 'low' || part.detail === 'high') return { detail: part.detail }
  target.ledger.approximate(placeOf(part, 'detail'), `the nearest detail to ${part.detail} is high`)
  return { detail: 'high' }
}

/** Formats that OpenAI's reference names; other subtypes of the same sound. */
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
  if (source.type !== 'base64') throw source.type === 'url' ? unfetchable(part) : foreignFile(part, source)
  const format = audioFormats[source.mediaType.replace(/^audio\//, '').split(';')[0] ?? '']
  if (format === undefined)
    throw refuse(
      part.at,
      `The sound at ${part.at} must be WAV or MP3 for this model's provider, not ${source.mediaType}.`,
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
      throw unfetchable(part)
    case 'file':
      if (source.dialect !== 'chat-completions') throw foreignFile(part, source)
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

function unfetchable(part: MediaPart): Error {
  return refuse(
    part.at,
    `The ${part.kind} at ${part.at} must be given as base64 data: this model's provider fetches no ${part.kind} addresses.`,
    'unsupported_url',
  )
}

function foreignFile(part: MediaPart, source: MediaSource): Error {
  const what = source.type === 'file' ? 'is a file of another provider' : 'has a form'
  return refuse(part.at, `The ${part.kind} at ${part.at} ${what} that this model's provider cannot read.`, 'unsupported_value')
}
