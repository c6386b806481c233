import type { MessagesDocumentBlock, MessagesDocumentSource, MessagesImageBlock } from '../../../../generated/messages/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import type { MediaPart, MediaSource, OpaquePart, TextPart } from '../../../exchange/part.js'
import { cached } from './cache.js'
import { opaque } from '../opaque.js'
import { defined } from '../../../json/object.js'

const knownOfImage = new Set(['type', 'source', 'cache_control'])
const knownOfSource = new Set(['type', 'media_type', 'data', 'url', 'file_id', 'content'])
const knownOfCitations = new Set(['enabled'])
const knownOfDocument = new Set(['type', 'source', 'title', 'context', 'citations', 'cache_control'])

export function decodeImage(block: MessagesImageBlock, at: string, ledger: LossLedger): MediaPart | OpaquePart {
  const source = imageSource(block)
  if (source === undefined) return opaque(block, at)
  dropUnknown(block.source, knownOfSource, `${at}/source`, ledger)
  dropUnknown(block, knownOfImage, at, ledger)
  return { type: 'media', kind: 'image', source, at, ...cached(block, at, ledger) }
}

function imageSource({ source }: MessagesImageBlock): MediaSource | undefined {
  switch (source.type) {
    case 'base64':
      return { type: 'base64', mediaType: source.media_type, data: source.data }
    case 'url':
      return { type: 'url', url: source.url }
    case 'file':
      return { type: 'file', id: source.file_id, dialect: 'messages' }
    default:
      return undefined
  }
}

/** Decodes a document to one part. A document with images among its content blocks becomes a part for each block. */
export function decodeDocument(block: MessagesDocumentBlock, at: string, ledger: LossLedger): (MediaPart | TextPart | OpaquePart)[] {
  const { source } = block
  if (source.type === 'content' && typeof source.content !== 'string' && source.content.some(({ type }) => type === 'image')) {
    ledger.approximate(at, 'a document of text and images is sent as separate parts')
    return source.content.map((piece, index) => {
      const pieceAt = `${at}/source/content/${index}`
      return piece.type === 'image' ? decodeImage(piece, pieceAt, ledger) : { type: 'text', text: piece.text, at: pieceAt }
    })
  }
  const decoded = documentSource(source, at, ledger)
  if (decoded === undefined) return [opaque(block, at)]
  dropUnknown(source, knownOfSource, `${at}/source`, ledger)
  if (block.citations) dropUnknown(block.citations, knownOfCitations, `${at}/citations`, ledger)
  dropUnknown(block, knownOfDocument, at, ledger)
  return [
    defined({
      type: 'media',
      kind: 'document',
      source: decoded,
      filename: typeof block.title === 'string' ? block.title : undefined,
      context: typeof block.context === 'string' ? block.context : undefined,
      citable: block.citations?.enabled,
      at,
      places: { filename: `${at}/title`, context: `${at}/context`, citable: `${at}/citations` },
      ...cached(block, at, ledger),
    }),
  ]
}

function documentSource(source: MessagesDocumentSource, at: string, ledger: LossLedger): MediaSource | undefined {
  switch (source.type) {
    case 'base64':
      return { type: 'base64', mediaType: source.media_type, data: source.data }
    case 'text':
      return { type: 'text', text: source.data, mediaType: source.media_type }
    case 'url':
      return { type: 'url', url: source.url, mediaType: 'application/pdf' }
    case 'file':
      return { type: 'file', id: source.file_id, dialect: 'messages' }
    case 'content': {
      if (typeof source.content === 'string') return { type: 'text', text: source.content, mediaType: 'text/plain' }
      ledger.approximate(`${at}/source/content`, 'the blocks of a document are sent as one text')
      const texts = source.content.map((piece) => (piece.type === 'text' ? piece.text : ''))
      return { type: 'text', text: texts.join('\n\n'), mediaType: 'text/plain' }
    }
    default:
      return undefined
  }
}
