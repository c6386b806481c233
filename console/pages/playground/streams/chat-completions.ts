import { isObject, numberOf, objectOf, objectsOf, parseJson, textOf, type JsonObject } from '../../../../src/json/object.js'
import type { FinishReason } from '../conversation.js'
import type { Delta, ReplyReader } from './delta.js'
import { errorOf } from './error.js'
import { ofDataUrl } from './media.js'
import { usageOf } from './usage.js'

const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content_filter',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
}

export class ChatCompletionsReader implements ReplyReader {
  ended = false

  event(_name: string, data: string): readonly Delta[] {
    if (data === '[DONE]') {
      this.ended = true
      return []
    }
    return this.read(parseJson(data), 'delta')
  }

  reply(body: unknown): readonly Delta[] {
    this.ended = true
    return this.read(body, 'message')
  }

  private read(body: unknown, member: 'delta' | 'message'): readonly Delta[] {
    if (!isObject(body)) return []
    if (isObject(body.error)) return [{ kind: 'error', problem: errorOf(body.error) }]
    const choice = objectsOf(body.choices)[0] ?? {}
    const message = objectOf(choice[member]) ?? {}
    const deltas: Delta[] = []
    const reasoning = textOf(message.reasoning_content) ?? textOf(message.reasoning)
    if (reasoning !== undefined) deltas.push({ kind: 'reasoning', text: reasoning })
    // What a spoken answer says is its text.
    const text = textOf(message.content) ?? textOf(message.refusal) ?? textOf(objectOf(message.audio)?.transcript)
    if (text !== undefined) deltas.push({ kind: 'text', text })
    for (const [position, call] of objectsOf(message.tool_calls).entries()) addCall(deltas, call, position)
    deltas.push(...mediaOf(message))
    const reason = textOf(choice.finish_reason)
    if (reason !== undefined) deltas.push({ kind: 'finish', reason: reasons[reason] ?? 'stop' })
    return [...deltas, ...usageOf(body.usage, 'prompt_tokens', 'completion_tokens')]
  }
}

function addCall(deltas: Delta[], call: JsonObject, position: number): void {
  const key = String(numberOf(call.index) ?? position)
  const named = objectOf(call.function) ?? {}
  const name = textOf(named.name)
  if (name !== undefined) deltas.push({ kind: 'call', key, id: textOf(call.id) ?? `call_${key}`, name })
  const text = textOf(named.arguments)
  if (text !== undefined) deltas.push({ kind: 'arguments', key, text })
}

/** Pictures as OpenRouter sends them, and sound, whose format is not said. */
function mediaOf(message: JsonObject): readonly Delta[] {
  const pictures = objectsOf(message.images).flatMap((image) => ofDataUrl(textOf(objectOf(image.image_url)?.url)))
  const data = textOf(objectOf(message.audio)?.data)
  return data === undefined ? pictures : [...pictures, { kind: 'sound', data }]
}
