import { unreadableEvent } from '../../../exchange/error.js'
import { tooManyChoices } from '../../../exchange/reply.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import { mergeUsage, type Usage } from '../../../exchange/usage.js'
import { openAIErrorOf, readOpenAIError } from '../../openai-error.js'
import type { StreamTap, TappedEvent } from '../../dialect.js'
import { usageOfChunk } from './usage.js'
import { isObject, listOf, objectOf, textOf, type JsonObject } from '../../../json/object.js'

const content: TappedEvent = { type: 'content' }
const other: TappedEvent = { type: 'other' }

/** The tap of a relayed stream. */
export class ChatStreamTap implements StreamTap {
  usage: Usage | undefined
  contentBytes = 0
  readonly #open = new Set<unknown>()
  readonly #ended = new Set<unknown>()

  get finished(): boolean {
    return this.#ended.size > 0 && this.#open.size === 0
  }

  push(event: ServerSentEvent): TappedEvent {
    const { data } = event
    if (data === '' || data === '[DONE]') return other
    let wire: unknown
    try {
      wire = JSON.parse(data)
    } catch {
      if (event.event === 'error') return { type: 'error', error: openAIErrorOf('chat-completions', data) }
      return { type: 'error', error: unreadableEvent }
    }
    if (event.event === 'error') return { type: 'error', error: openAIErrorOf('chat-completions', wire) }
    if (!isObject(wire)) return { type: 'error', error: unreadableEvent }
    const usage = usageOfChunk(wire, data)
    if (usage !== undefined) this.usage = mergeUsage(this.usage, usage)
    const error = readOpenAIError('chat-completions', wire)
    if (error !== undefined) return { type: 'error', error }
    return this.#readChoices(wire)
  }

  #readChoices(wire: JsonObject): TappedEvent {
    const choices = listOf(wire.choices)
    const excess = tooManyChoices(Math.max(choices.length, this.#open.size + this.#ended.size))
    if (excess !== undefined) return { type: 'error', error: excess }
    let bytes = 0
    let seen = false
    for (const choice of choices) {
      if (!isObject(choice)) continue
      const index = choice.index ?? 0
      if (!this.#ended.has(index)) this.#open.add(index)
      const delta = objectOf(choice.delta)
      if (delta !== undefined) {
        bytes += bytesOf(delta)
        seen ||= hasOtherContent(delta)
      }
      if (textOf(choice.finish_reason) === undefined) continue
      if (choice.finish_reason === 'error')
        return { type: 'error', error: openAIErrorOf('chat-completions', { message: 'The provider broke off the answer with an error.' }) }
      this.#open.delete(index)
      this.#ended.add(index)
    }
    this.contentBytes += bytes
    return bytes > 0 || seen ? content : other
  }
}

/** UTF-8 bytes of text, reasoning, refusals and arguments. */
function bytesOf(delta: JsonObject): number {
  let bytes = textBytes(delta.content) + textBytes(delta.refusal) + (textBytes(delta.reasoning_content) || textBytes(delta.reasoning))
  for (const call of listOf(delta.tool_calls)) {
    const wire = objectOf(call)
    bytes += textBytes(objectOf(wire?.function)?.arguments) + textBytes(objectOf(wire?.custom)?.input)
  }
  return bytes + textBytes(objectOf(delta.function_call)?.arguments)
}

function textBytes(value: unknown): number {
  if (typeof value === 'string') return value === '' ? 0 : Buffer.byteLength(value)
  if (!Array.isArray(value)) return 0
  let bytes = 0
  for (const part of listOf(value)) if (isObject(part)) bytes += textBytes(part.text) + textBytes(part.thinking)
  return bytes
}

/** Whether a delta has a tool call, audio or an image, which are content even without text. */
function hasOtherContent(delta: JsonObject): boolean {
  return listOf(delta.tool_calls).length > 0 || isObject(delta.function_call) || isObject(delta.audio) || listOf(delta.images).length > 0
}
