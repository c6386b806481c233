import { isObject, objectOf, objectsOf, parseJson, textOf, type JsonObject } from '../../../../src/json/object.js'
import type { Delta, ReplyReader } from './delta.js'
import { errorOf } from './error.js'
import { mediaDeltas } from './media.js'
import { usageOf } from './usage.js'

export class ResponsesReader implements ReplyReader {
  ended = false
  private calls = false

  event(_name: string, data: string): readonly Delta[] {
    const event = parseJson(data)
    if (!isObject(event)) return []
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return text('text', event.delta)
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return text('reasoning', event.delta)
      case 'response.output_item.done':
        return picture(objectOf(event.item) ?? {})
      case 'response.output_item.added':
        return this.call(objectOf(event.item) ?? {}, String(event.output_index))
      case 'response.function_call_arguments.delta': {
        const piece = textOf(event.delta)
        return piece === undefined ? [] : [{ kind: 'arguments', key: String(event.output_index), text: piece }]
      }
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.ended = true
        return this.end(objectOf(event.response) ?? {})
      case 'error':
        return [{ kind: 'error', problem: errorOf(objectOf(event.error) ?? event) }]
      default:
        return []
    }
  }

  reply(body: unknown): readonly Delta[] {
    this.ended = true
    if (!isObject(body)) return []
    const items = objectsOf(body.output).flatMap((item, index) => this.item(item, String(index)))
    return [...items, ...this.end(body)]
  }

  private item(item: JsonObject, key: string): readonly Delta[] {
    switch (item.type) {
      case 'message':
        return objectsOf(item.content).flatMap((part) => text('text', part.text ?? part.refusal))
      case 'reasoning':
        return [...objectsOf(item.summary), ...objectsOf(item.content)].flatMap((part) => text('reasoning', part.text))
      case 'image_generation_call':
        return picture(item)
      case 'function_call':
        return [...this.call(item, key), { kind: 'arguments', key, text: textOf(item.arguments) ?? '{}' }]
      default:
        return []
    }
  }

  private call(item: JsonObject, key: string): readonly Delta[] {
    if (item.type !== 'function_call') return []
    this.calls = true
    return [{ kind: 'call', key, id: textOf(item.call_id) ?? `call_${key}`, name: textOf(item.name) ?? '' }]
  }

  private end(response: JsonObject): readonly Delta[] {
    const usage = usageOf(response.usage, 'input_tokens', 'output_tokens')
    if (response.status === 'failed') return [...usage, { kind: 'error', problem: errorOf(objectOf(response.error) ?? {}) }]
    const why = objectOf(response.incomplete_details)?.reason
    if (why === 'content_filter') return [...usage, { kind: 'finish', reason: 'content_filter' }]
    if (response.status === 'incomplete') return [...usage, { kind: 'finish', reason: 'length' }]
    return [...usage, { kind: 'finish', reason: this.calls ? 'tool_calls' : 'stop' }]
  }
}

function text(kind: 'text' | 'reasoning', value: unknown): readonly Delta[] {
  const piece = textOf(value)
  return piece === undefined ? [] : [{ kind, text: piece }]
}

function picture(item: JsonObject): readonly Delta[] {
  const data = textOf(item.result)
  if (item.type !== 'image_generation_call' || data === undefined) return []
  return mediaDeltas(`image/${textOf(item.output_format) ?? 'png'}`, data)
}
