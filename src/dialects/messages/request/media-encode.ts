import type {
  MessagesDocumentBlock,
  MessagesDocumentSource,
  MessagesImageBlock,
  MessagesImageMediaType,
} from '../../../../generated/messages/model/index.js'
import { refuse, type GatewayFailure } from '../../../exchange/error.js'
import { placeOf, type MediaPart } from '../../../exchange/part.js'
import type { MessagesTarget } from './messages-target.js'
import { defined } from '../../../json/object.js'

const imageTypes: ReadonlyMap<string, MessagesImageMediaType> = new Map([
  ['image/jpeg', 'image/jpeg'],
  ['image/jpg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/gif', 'image/gif'],
  ['image/webp', 'image/webp'],
])

export function encodeMedia(part: MediaPart, target: MessagesTarget): MessagesImageBlock | MessagesDocumentBlock {
  if (target.traits.withoutMedia?.includes(part.kind) === true) throw refusal(part)
  if (part.proof !== undefined) target.ledger.drop(placeOf(part, 'proof'), 'media have no proof in the messages style')
  if (part.source.type === 'url' && part.source.mediaType !== undefined)
    target.ledger.move(placeOf(part, 'mediaType'), 'not needed: the provider detects the type')
  if (part.kind === 'image') return encodeImage(part, target)
  if (part.kind === 'document') return encodeDocument(part, target)
  throw refusal(part)
}

function refusal({ kind, at }: MediaPart): GatewayFailure {
  return refuse(at, `The provider of this model accepts no ${kind}.`)
}

function encodeImage(part: MediaPart, target: MessagesTarget): MessagesImageBlock {
  if (part.detail !== undefined) target.ledger.drop(placeOf(part, 'detail'), 'images have no level of detail in the messages style')
  if (part.filename !== undefined) target.ledger.drop(placeOf(part, 'filename'), 'images have no file name in the messages style')
  return { type: 'image', source: imageSource(part), ...target.cache(part.cache) }
}

function imageSource(part: MediaPart): MessagesImageBlock['source'] {
  const { source } = part
  switch (source.type) {
    case 'base64': {
      const mediaType = imageTypes.get(source.mediaType.toLowerCase())
      if (mediaType === undefined) throw refuse(part.at, `The provider accepts JPEG, PNG, GIF and WebP images, not ${source.mediaType}.`)
      return { type: 'base64', media_type: mediaType, data: source.data }
    }
    case 'url':
      return { type: 'url', url: webAddress(source.url, part.at) }
    case 'file':
      return { type: 'file', file_id: ownFile(source, part.at) }
    default:
      throw refuse(part.at, 'An image needs data or a URL.')
  }
}

function encodeDocument(part: MediaPart, target: MessagesTarget): MessagesDocumentBlock {
  if (part.detail !== undefined) target.ledger.drop(placeOf(part, 'detail'), 'documents have no level of detail in the messages style')
  return defined({
    type: 'document',
    source: documentSource(part, target),
    title: part.filename,
    context: part.context,
    citations: part.citable === undefined ? undefined : { enabled: part.citable },
    ...target.cache(part.cache),
  })
}

function documentSource(part: MediaPart, target: MessagesTarget): MessagesDocumentSource {
  const { source } = part
  switch (source.type) {
    case 'base64': {
      const mediaType = source.mediaType.toLowerCase().split(';', 1)[0] ?? ''
      if (mediaType === 'application/pdf') return { type: 'base64', media_type: 'application/pdf', data: source.data }
      if (!isTextual(mediaType)) throw refuse(part.at, `The provider accepts documents as PDF or text, not ${source.mediaType}.`)
      target.ledger.move(part.at, 'a text document is sent as its text')
      return { type: 'text', media_type: 'text/plain', data: Buffer.from(source.data, 'base64').toString() }
    }
    case 'text':
      return { type: 'text', media_type: 'text/plain', data: source.text }
    case 'url':
      return { type: 'url', url: webAddress(source.url, part.at) }
    case 'file':
      return { type: 'file', file_id: ownFile(source, part.at) }
  }
}

function isTextual(mediaType: string): boolean {
  return mediaType.startsWith('text/') || /^application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript|x-ndjson)$/.test(mediaType)
}

function webAddress(url: string, at: string): string {
  if (/^https?:\/\//i.test(url)) return url
  throw refuse(at, 'The provider accepts only URLs that begin with https:// or http://.', 'unsupported_url')
}

function ownFile(source: { readonly id: string; readonly dialect: string }, at: string): string {
  if (source.dialect === 'messages') return source.id
  throw refuse(at, 'The file is stored at another provider, where the provider of this model cannot read it; send its data.')
}
