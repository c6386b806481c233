import { isObject, objectOf, objectsOf, parseJson, textOf, type JsonObject } from '../../../../src/json/object.js'
import type { FinishReason } from '../conversation.js'
import type { Delta, ReplyReader } from './delta.js'
import { errorOf } from './error.js'
import { usageOf } from './usage.js'

const reasons: Readonly<Record<string, FinishReason>> = { max_tokens: 'length', tool_use: 'tool_calls', refusal: 'content_filter' }

export class MessagesReader implements ReplyReader {
  ended = false

  event(_name: string, data: string): readonly Delta[] {
    const event = parseJson(data)
    if (!isObject(event)) return []
    switch (event.type) {
      case 'message_start':
        return usage(objectOf(event.message)?.usage)
      case 'content_block_start':
        return blockDeltas(objectOf(event.content_block) ?? {}, String(event.index), false)
      case 'content_block_delta':
        return pieceDeltas(objectOf(event.delta) ?? {}, String(event.index))
      case 'message_delta':
        return [...finish(objectOf(event.delta)?.stop_reason), ...usage(event.usage)]
      case 'message_stop':
        this.ended = true
        return []
      case 'error':
        return [{ kind: 'error', problem: errorOf(objectOf(event.error) ?? {}) }]
      default:
        return []
    }
  }

  reply(body: unknown): readonly Delta[] {
    this.ended = true
    if (!isObject(body)) return []
    const blocks = objectsOf(body.content).flatMap((block, index) => blockDeltas(block, String(index), true))
    return [...blocks, ...finish(body.stop_reason), ...usage(body.usage)]
  }
}

function blockDeltas(block: JsonObject, key: string, whole: boolean): readonly Delta[] {
  switch (block.type) {
    case 'text':
      return text('text', block.text)
    case 'thinking':
      return text('reasoning', block.thinking)
    case 'tool_use': {
      const call: Delta = { kind: 'call', key, id: textOf(block.id) ?? `call_${key}`, name: textOf(block.name) ?? '' }
      return whole ? [call, { kind: 'arguments', key, text: JSON.stringify(block.input ?? {}) }] : [call]
    }
    default:
      return []
  }
}

function pieceDeltas(delta: JsonObject, key: string): readonly Delta[] {
  switch (delta.type) {
    case 'text_delta':
      return text('text', delta.text)
    case 'thinking_delta':
      return text('reasoning', delta.thinking)
    case 'input_json_delta': {
      const piece = textOf(delta.partial_json)
      return piece === undefined ? [] : [{ kind: 'arguments', key, text: piece }]
    }
    default:
      return []
  }
}

function text(kind: 'text' | 'reasoning', value: unknown): readonly Delta[] {
  const piece = textOf(value)
  return piece === undefined ? [] : [{ kind, text: piece }]
}

function finish(value: unknown): readonly Delta[] {
  const reason = textOf(value)
  return reason === undefined ? [] : [{ kind: 'finish', reason: reasons[reason] ?? 'stop' }]
}

const usage = (value: unknown) => usageOf(value, 'input_tokens', 'output_tokens')
