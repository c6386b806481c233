import type {
  MessagesContentBlock,
  MessagesSearchResultBlock,
  MessagesTextBlock,
  MessagesToolResultBlock,
  MessagesToolResultPart,
} from '../../../../generated/messages/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import type { MediaPart, OpaquePart, Part, TextPart, ToolResultPart } from '../../../exchange/part.js'
import { cached } from './cache.js'
import { decodeToolCallId } from '../call-ids.js'
import { decodeCitation } from '../citation.js'
import { decodeDocument, decodeImage } from './media-decode.js'
import { opaque } from '../opaque.js'
import { readProof } from '../proof.js'
import { defined } from '../../../json/object.js'

const knownOfText = new Set(['type', 'text', 'citations', 'cache_control'])
const knownOfThinking = new Set(['type', 'thinking', 'signature', 'data'])
const knownOfCall = new Set(['type', 'id', 'name', 'input', 'cache_control'])
const knownOfResult = new Set(['type', 'tool_use_id', 'content', 'is_error', 'cache_control'])
const knownOfReference = new Set(['type', 'tool_name', 'cache_control'])
const knownOfSearchResult = new Set(['type', 'source', 'title', 'content', 'citations', 'cache_control'])

/** Decodes the content of a turn or of `system`: a text or a list of blocks. */
export function decodeBlocks(content: string | readonly MessagesContentBlock[], at: string, ledger: LossLedger): Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content, at }]
  return content.flatMap((block, index) => decodeBlock(block, `${at}/${index}`, ledger))
}

function decodeBlock(block: MessagesContentBlock, at: string, ledger: LossLedger): Part[] {
  switch (block.type) {
    case 'text':
      return [decodeText(block, at, ledger)]
    case 'image':
      return [decodeImage(block, at, ledger)]
    case 'document':
      return decodeDocument(block, at, ledger)
    case 'search_result':
      return [decodeSearchResult(block, at, ledger)]
    case 'thinking': {
      dropUnknown(block, knownOfThinking, at, ledger)
      const proof = readProof('signature', block.signature)
      return [defined({ type: 'reasoning', text: block.thinking, proof, at })]
    }
    case 'redacted_thinking': {
      dropUnknown(block, knownOfThinking, at, ledger)
      const proof = readProof('redacted', block.data)
      return [defined({ type: 'reasoning', text: '', proof, at })]
    }
    case 'tool_use':
      dropUnknown(block, knownOfCall, at, ledger)
      return [
        {
          type: 'tool-call',
          id: decodeToolCallId(block.id),
          name: block.name,
          kind: 'function',
          input: JSON.stringify(block.input),
          at,
          ...cached(block, at, ledger),
        },
      ]
    case 'tool_result':
      return [decodeToolResult(block, at, ledger)]
    default:
      return [opaque(block, at)]
  }
}

function decodeText(block: MessagesTextBlock, at: string, ledger: LossLedger): TextPart {
  dropUnknown(block, knownOfText, at, ledger)
  const citations = block.citations?.map(decodeCitation) ?? []
  const cited = citations.length === 0 ? {} : { citations, places: { citations: `${at}/citations` } }
  return { type: 'text', text: block.text, ...cited, at, ...cached(block, at, ledger) }
}

function decodeToolResult(block: MessagesToolResultBlock, at: string, ledger: LossLedger): ToolResultPart {
  dropUnknown(block, knownOfResult, at, ledger)
  const { content } = block
  const parts: ToolResultPart['content'] =
    content === undefined
      ? []
      : typeof content === 'string'
        ? [{ type: 'text', text: content, at: `${at}/content` }]
        : content.flatMap((part, index) => decodeResultPart(part, `${at}/content/${index}`, ledger))
  return {
    type: 'tool-result',
    callId: decodeToolCallId(block.tool_use_id),
    kind: 'function',
    content: parts,
    ...(block.is_error === undefined ? {} : { isError: block.is_error, places: { isError: `${at}/is_error` } }),
    at,
    ...cached(block, at, ledger),
  }
}

function decodeResultPart(part: MessagesToolResultPart, at: string, ledger: LossLedger): (TextPart | MediaPart | OpaquePart)[] {
  switch (part.type) {
    case 'text':
      return [decodeText(part, at, ledger)]
    case 'image':
      return [decodeImage(part, at, ledger)]
    case 'document':
      return decodeDocument(part, at, ledger)
    case 'search_result':
      return [decodeSearchResult(part, at, ledger)]
    case 'tool_reference':
      dropUnknown(part, knownOfReference, at, ledger)
      ledger.move(at, 'all tools are sent from the start; the result names the found one')
      return [{ type: 'text', text: `Found tool: ${part.tool_name}`, at, ...cached(part, at, ledger) }]
    default:
      return [opaque(part, at)]
  }
}

/** A search result of the client becomes a text document with a title and its source. */
function decodeSearchResult(block: MessagesSearchResultBlock, at: string, ledger: LossLedger): MediaPart {
  dropUnknown(block, knownOfSearchResult, at, ledger)
  ledger.approximate(at, 'a search result is sent as a text document')
  return defined({
    type: 'media',
    kind: 'document',
    source: { type: 'text', text: block.content.map(({ text }) => text).join('\n\n'), mediaType: 'text/plain' },
    filename: block.title,
    context: block.source,
    citable: block.citations?.enabled,
    at,
    places: { filename: `${at}/title`, context: `${at}/source`, citable: `${at}/citations` },
    ...cached(block, at, ledger),
  })
}
