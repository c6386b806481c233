import type { StreamTap, TappedEvent, WireObject } from '../dialects/dialect.js'
import { unreadableEvent } from '../exchange/error.js'
import type { ServerSentEvent } from '../exchange/server-sent-event.js'
import type { Usage } from '../exchange/usage.js'
import { isObject } from '../json/object.js'
import { readErrorInReply } from './openai-error.js'
import { readTokenUsage } from './usage.js'

/**
 * Reads usage, errors and the end of relayed streams of images, transcripts and speech: events with a `type`, the usage in
 * the last one. `[DONE]` is an end too.
 */
export class OpenAIEventTap implements StreamTap {
  finished = false
  usage: Usage | undefined
  contentBytes = 0

  constructor(
    private readonly isEnd: (type: string) => boolean,
    private readonly usageOf: (event: WireObject) => Usage | undefined = ({ usage }) => readTokenUsage(usage),
  ) {}

  push({ data, event: name }: ServerSentEvent): TappedEvent {
    if (data === '[DONE]') {
      this.finished = true
      return { type: 'other' }
    }
    if (data === '') return { type: 'ping' }
    let event: unknown
    try {
      event = JSON.parse(data)
    } catch {
      return { type: 'error', error: unreadableEvent }
    }
    const error = readErrorInReply(event)
    if (error !== undefined) return { type: 'error', error }
    if (!isObject(event)) return { type: 'other' }
    this.usage = this.usageOf(event) ?? this.usage
    const { type = name, delta } = event
    if (typeof delta === 'string') this.contentBytes += Buffer.byteLength(delta)
    if (typeof type === 'string' && this.isEnd(type)) this.finished = true
    return { type: 'content' }
  }
}
