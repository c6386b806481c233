import { createHash } from 'node:crypto'
import { hashedText } from '../../../json/hashed-text.js'
import type { ResponsesInputPart } from '../../../../generated/responses/model/index.js'
import { refuse } from '../../../exchange/error.js'
import {
  kindOfMediaType,
  placeOf,
  type MediaPart,
  type Part,
  type OpaquePart,
  type RefusalPart,
  type TextPart,
} from '../../../exchange/part.js'
import type { Target } from '../../../exchange/target.js'
import { noCacheMarkers } from '../../openai-settings.js'
import { audioFormatOf } from '../media.js'

/** Encodes a part of a user or system message, or of a tool output. `undefined`: dropped, with a ledger entry. */
export function encodePart(part: TextPart | MediaPart | RefusalPart | OpaquePart, target: Target): ResponsesInputPart | undefined {
  if (part.cache !== undefined) target.ledger.drop(part.cache.at, noCacheMarkers)
  switch (part.type) {
    case 'text':
      if (part.citations !== undefined && part.citations.length > 0)
        target.ledger.drop(placeOf(part, 'citations'), 'citations cannot be sent in requests of the responses style')
      dropProof(part, target)
      if (part.text === '') return undefined
      return { type: 'input_text', text: part.text }
    case 'refusal':
      return { type: 'input_text', text: part.text }
    case 'media':
      return encodeMedia(part, target)
    case 'opaque':
      // A part of this dialect with a type that the contract does not have is sent unchanged.
      if (part.dialect === 'responses') return part.value as ResponsesInputPart
      target.ledger.drop(part.at, `${part.label} belongs to another provider`)
      return undefined
  }
}

export function encodeMedia(part: MediaPart, target: Target): ResponsesInputPart {
  const { source } = part
  if (target.traits.withoutMedia?.includes(part.kind) === true) {
    throw refuse(part.at, `${part.at}: the provider of this model accepts no ${part.kind}.`)
  }
  if (source.type === 'file' && source.dialect !== 'responses' && source.dialect !== 'chat-completions') {
    throw refuse(
      part.at,
      `${part.at}: the file is stored at another provider, where the provider of this model cannot read it; send its data.`,
    )
  }
  if (part.context !== undefined) target.ledger.drop(placeOf(part, 'context'), 'documents have no context in the responses style')
  if (part.citable === true)
    target.ledger.drop(placeOf(part, 'citable'), 'citations of documents cannot be requested in the responses style')
  if (part.citable === false) target.ledger.move(placeOf(part, 'citable'), 'not needed: it is the default')
  if (source.type === 'url' && source.mediaType !== undefined)
    target.ledger.move(placeOf(part, 'mediaType'), 'not needed: the provider detects the type')
  dropProof(part, target)
  if (part.detail !== undefined && part.kind !== 'image') target.ledger.drop(placeOf(part, 'detail'), 'only images have a level of detail')
  if (part.kind === 'image') return encodeImage(part, target)
  if (part.kind === 'audio') {
    if (part.filename !== undefined) target.ledger.drop(placeOf(part, 'filename'), 'audio has no file name in the responses style')
    return encodeAudio(part)
  }
  if (part.kind === 'video') throw refuse(part.at, `${part.at}: the provider of this model accepts no video.`)
  return encodeDocument(part, target)
}

const details: ReadonlySet<string> = new Set(['low', 'high', 'auto', 'original'])

function encodeImage(part: MediaPart, target: Target): ResponsesInputPart {
  const { source } = part
  const known = part.detail !== undefined && details.has(part.detail)
  const detail = known ? (part.detail as 'low' | 'high' | 'auto' | 'original') : 'auto'
  if (part.detail !== undefined && !known) target.ledger.drop(placeOf(part, 'detail'), 'the responses style has no such level of detail')
  if (part.filename !== undefined) target.ledger.drop(placeOf(part, 'filename'), 'images have no file name in the responses style')
  if (source.type === 'file') return { type: 'input_image', file_id: source.id, detail }
  if (source.type === 'text') throw refuse(part.at, `${part.at}: an image must be given as base64 or by URL.`)
  const url = source.type === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`
  return { type: 'input_image', image_url: url, detail }
}

function encodeAudio(part: MediaPart): ResponsesInputPart {
  if (part.source.type !== 'base64') throw refuse(part.at, `${part.at}: audio must be given as base64 data.`, unsupportedUrl(part))
  return { type: 'input_audio', input_audio: { data: part.source.data, format: audioFormatOf(part.source.mediaType) } }
}

function unsupportedUrl(part: MediaPart): 'unsupported_url' | undefined {
  return part.source.type === 'url' ? 'unsupported_url' : undefined
}

function encodeDocument(part: MediaPart, target: Target): ResponsesInputPart {
  const { source } = part
  switch (source.type) {
    case 'file':
      if (part.filename !== undefined) target.ledger.drop(placeOf(part, 'filename'), 'not sent with the id of a stored file')
      return { type: 'input_file', file_id: source.id }
    case 'url':
      if (part.filename !== undefined) target.ledger.drop(placeOf(part, 'filename'), 'not sent with a URL')
      return { type: 'input_file', file_url: source.url }
    case 'text':
      // Every model accepts text, but some refuse text files.
      target.ledger.move(part.at, 'a text document is sent as text')
      return { type: 'input_text', text: part.filename === undefined ? source.text : `${part.filename}\n\n${source.text}` }
    case 'base64':
      return {
        type: 'input_file',
        filename: part.filename ?? (source.mediaType === 'application/pdf' ? 'document.pdf' : `document.${endingOf(source.mediaType)}`),
        file_data: `data:${source.mediaType};base64,${source.data}`,
      }
  }
}

/** Records the proof of a part that is not reasoning: in this dialect only reasoning has proofs. */
export function dropProof(part: Part, target: Target): void {
  if ('proof' in part) target.ledger.drop(placeOf(part, 'proof'), 'the proof belongs to another provider')
}

function endingOf(mediaType: string): string {
  const name = mediaType.slice(mediaType.indexOf('/') + 1)
  return kindOfMediaType(mediaType) === 'document' && /^[a-z0-9]{1,8}$/.test(name) ? name : 'bin'
}

const maxCallIdLength = 64

/** The id of a tool call. OpenAI refuses more than 64 characters; a longer id is always shortened to the same text. */
export function encodeCallId(id: string): string {
  if (id.length <= maxCallIdLength) return id
  return `${id.slice(0, 31)}_${createHash('sha256').update(hashedText(id)).digest('hex').slice(0, 32)}`
}
