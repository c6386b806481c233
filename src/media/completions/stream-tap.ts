import type { StreamTap, TappedEvent } from '../../dialects/dialect.js'
import { readErrorInReply } from '../openai-error.js'
import { unreadableEvent } from '../../exchange/error.js'
import type { ServerSentEvent } from '../../exchange/server-sent-event.js'
import type { Usage } from '../../exchange/usage.js'
import { isObject } from '../../json/object.js'
import { readTokenUsage } from '../usage.js'

/** Reads usage, text, errors and the end of a relayed completions stream. The end is a finish reason or `[DONE]`. */
export class CompletionStreamTap implements StreamTap {
  finished = false
  usage: Usage | undefined
  contentBytes = 0

  push({ data }: ServerSentEvent): TappedEvent {
    if (data === '[DONE]') {
      this.finished = true
      return { type: 'other' }
    }
    if (data === '') return { type: 'ping' }
    let chunk: unknown
    try {
      chunk = JSON.parse(data)
    } catch {
      return { type: 'error', error: unreadableEvent }
    }
    const error = readErrorInReply(chunk)
    if (error !== undefined) return { type: 'error', error }
    if (!isObject(chunk)) return { type: 'other' }
    this.usage = readTokenUsage(chunk['usage']) ?? this.usage
    let text = ''
    if (typeof chunk['value'] === 'string') {
      // Writer's pieces have only a `value`, and the last one is not marked (recorded): the stream ends with the body.
      text = chunk['value']
      this.finished = true
    }
    const choices = Array.isArray(chunk['choices']) ? (chunk['choices'] as unknown[]) : []
    for (const choice of choices) {
      if (!isObject(choice)) continue
      if (typeof choice['text'] === 'string') text += choice['text']
      if (typeof choice['finish_reason'] === 'string' && choice['finish_reason'] !== '') this.finished = true
    }
    this.contentBytes += Buffer.byteLength(text)
    return { type: text === '' ? 'other' : 'content' }
  }
}
