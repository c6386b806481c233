import { isObject, objectsOf, textOrEmpty, type JsonObject } from '../../../json/object.js'

/** Whether a reply has content, which may be empty. */
export function hasAnswer(wire: unknown): wire is JsonObject {
  return isObject(wire) && Array.isArray(wire['content'])
}

/** The stream events of a whole message, with one delta for each block. */
export function framesOfReply(wire: unknown): Iterable<string> | undefined {
  return hasAnswer(wire) ? framesOf(wire) : undefined
}

function* framesOf(wire: JsonObject): Generator<string> {
  const { content, stop_reason, stop_sequence = null, stop_details, usage, ...head } = wire
  const message = { ...head, content: [], stop_reason: null, stop_sequence: null, usage }
  const delta = { stop_reason, stop_sequence, stop_details }
  yield frame({ type: 'message_start', message })
  for (const [index, block] of objectsOf(content).entries()) {
    const { start, deltas } = splitBlock(block)
    yield frame({ type: 'content_block_start', index, content_block: start })
    for (const piece of deltas) yield frame({ type: 'content_block_delta', index, delta: piece })
    yield frame({ type: 'content_block_stop', index })
  }
  yield frame({ type: 'message_delta', delta, usage })
  yield frame({ type: 'message_stop' })
}

/** The block of a start event, and its deltas. A block of an unknown type is whole in the start event. */
function splitBlock(block: JsonObject): { readonly start: JsonObject; readonly deltas: readonly JsonObject[] } {
  switch (block['type']) {
    case 'text': {
      const { citations, ...start } = block
      return {
        start: { ...start, text: '' },
        deltas: [
          { type: 'text_delta', text: textOrEmpty(block['text']) },
          ...objectsOf(citations).map((citation) => ({ type: 'citations_delta', citation })),
        ],
      }
    }
    case 'thinking': {
      const signature = textOrEmpty(block['signature'])
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: textOrEmpty(block['thinking']) },
          ...(signature === '' ? [] : [{ type: 'signature_delta', signature }]),
        ],
      }
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return {
        start: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input'] ?? {}) }],
      }
    default:
      return { start: block, deltas: [] }
  }
}

function frame(event: { readonly type: string; readonly [member: string]: unknown }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
