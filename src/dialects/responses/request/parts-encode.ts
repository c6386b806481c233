import { createHash } from 'node:crypto'
import type { ResponsesInputPart } from '../../../../generated/responses/model/index.js'
import { refuse } from '../../../exchange/error.js'
import { placeOf, type MediaPart, type Part, type OpaquePart, type RefusalPart, type TextPart } from '../../../exchange/part.js'
import type { Target } from '../../../exchange/target.js'
import { audioFormatOf, kindOfMediaType } from '../media.js'

/** A part of a user's or system's message, or of a tool's output. `undefined`: left out, and booked. */
export function encodePart(part: TextPart | MediaPart | RefusalPart | OpaquePart, target: Target): ResponsesInputPart | undefined {
  if (part.cache !== undefined) target.ledger.drop(part.cache.at, 'the prompt is cached without marks')
  switch (part.type) {
    case 'text':
      if (part.citations !== undefined && part.citations.length > 0)
        target.ledger.drop(placeOf(part, 'citations'), 'only replies carry citations')
      dropForeignProof(part, target)
      if (part.text === '') return undefined
      return { type: 'input_text', text: part.text }
    case 'refusal':
      return { type: 'input_text', text: part.text }
    case 'media':
      return encodeMedia(part, target)
    case 'opaque':
      // A part of this style that the contract does not know goes back as it came.
      if (part.dialect === 'responses') return part.value as ResponsesInputPart
      target.ledger.drop(part.at, `only its own provider understands ${part.label}`)
      return undefined
  }
}

export function encodeMedia(part: MediaPart, target: Target): ResponsesInputPart {
  const { source } = part
  if (target.traits.withoutMedia?.includes(part.kind) === true) {
    throw refuse(part.at, `${part.at}: the chosen model takes no ${part.kind} input.`)
  }
  if (source.type === 'file' && source.dialect !== 'responses' && source.dialect !== 'chat-completions') {
    throw refuse(part.at, `${part.at}: a file stored at another provider cannot be read by the chosen model; send its content.`)
  }
  if (part.context !== undefined) target.ledger.drop(placeOf(part, 'context'), 'a document has no context of its own')
  if (part.citable === true) target.ledger.drop(placeOf(part, 'citable'), 'citations of given documents cannot be asked for')
  if (part.citable === false) target.ledger.move(placeOf(part, 'citable'), 'not needed: it is the default')
  if (source.type === 'url' && source.mediaType !== undefined)
    target.ledger.move(placeOf(part, 'mediaType'), 'what stands at the address says its type')
  dropForeignProof(part, target)
  if (part.detail !== undefined && part.kind !== 'image') target.ledger.drop(placeOf(part, 'detail'), 'only images have a level of detail')
  if (part.kind === 'image') return encodeImage(part, target)
  if (part.kind === 'audio') {
    if (part.filename !== undefined) target.ledger.drop(placeOf(part, 'filename'), 'sounds have no names')
    return encodeAudio(part)
  }
  if (part.kind === 'video') throw refuse(part.at, `${part.at}: the chosen model takes no video input.`)
  return encodeDocument(part, target)
}

const details: ReadonlySet<string> = new Set(['low', 'high', 'auto', 'original'])

function encodeImage(part: MediaPart, target: Target): ResponsesInputPart {
  const { source } = part
  const known = part.detail !== undefined && details.has(part.detail)
  const detail = known ? (part.detail as 'low' | 'high' | 'auto' | 'original') : 'auto'
  if (part.detail !== undefined && !known) target.ledger.drop(placeOf(part, 'detail'), 'the level of detail is unknown here')
  if (part.filename !== undefined) target.ledger.drop(placeOf(part, 'filename'), 'images have no names')
  if (source.type === 'file') return { type: 'input_image', file_id: source.id, detail }
  if (source.type === 'text') throw refuse(part.at, `${part.at}: an image must be given as base64 or by URL.`)
  const url = source.type === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`
  return { type: 'input_image', image_url: url, detail }
}

function encodeAudio(part: MediaPart): ResponsesInputPart {
  if (part.source.type !== 'base64') throw refuse(part.at, `${part.at}: audio must be given as base64 data.`, unsupportedUrl(part))
  return { type: 'input_audio', input_audio: { data: part.source.data, format: audioFormatOf(part.source.mediaType) } }
}

function unsupportedUrl(part: MediaPart): string | undefined {
  return part.source.type === 'url' ? 'unsupported_url' : undefined
}

function encodeDocument(part: MediaPart, target: Target): ResponsesInputPart {
  const { source } = part
  switch (source.type) {
    case 'file':
      if (part.filename !== undefined) target.ledger.drop(placeOf(part, 'filename'), 'the store knows the name of the file')
      return { type: 'input_file', file_id: source.id }
    case 'url':
      if (part.filename !== undefined) target.ledger.drop(placeOf(part, 'filename'), 'the address names the file')
      return { type: 'input_file', file_url: source.url }
    case 'text':
      // As text it is understood by every model; files of text are refused by some.
      target.ledger.move(part.at, 'a document of text is given as text')
      return { type: 'input_text', text: part.filename === undefined ? source.text : `${part.filename}\n\n${source.text}` }
    case 'base64':
      return {
        type: 'input_file',
        filename: part.filename ?? (source.mediaType === 'application/pdf' ? 'document.pdf' : `document.${endingOf(source.mediaType)}`),
        file_data: `data:${source.mediaType};base64,${source.data}`,
      }
  }
}

/** What a style writes beside a part to prove it; this one has items for that. */
export function dropForeignProof(part: Part, target: Target): void {
  if ('proof' in part) target.ledger.drop(placeOf(part, 'proof'), 'sent without its proof, which only the style it came from understands')
}

function endingOf(mediaType: string): string {
  const name = mediaType.slice(mediaType.indexOf('/') + 1)
  return kindOfMediaType(mediaType) === 'document' && /^[a-z0-9]{1,8}$/.test(name) ? name : 'bin'
}

const longestCallId = 64

/** OpenAI refuses ids of more than 64 characters; a longer one is shortened the same way wherever it stands. */
export function encodeCallId(id: string): string {
  if (id.length <= longestCallId) return id
  return `${id.slice(0, 31)}_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}
