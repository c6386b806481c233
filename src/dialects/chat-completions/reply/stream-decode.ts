import type { DecodeContext } from '../../../exchange/context.js'
import { endedEarly } from '../../../exchange/end-reason.js'
import { unreadableEvent, type GatewayError } from '../../../exchange/error.js'
import { tooManyChoices } from '../../../exchange/reply.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { openAIErrorOf, readOpenAIError } from '../../openai-error.js'
import type { StreamDecoder } from '../../dialect.js'
import { ChoiceDecoder } from './choice-decode.js'
import { decodeSources } from './citation.js'
import { parseWire } from '../../../json/exact-numbers.js'
import { defined, isObject, numberOf, textOf, type JsonObject } from '../../../json/object.js'
import { usageOfChunk } from './usage.js'

/**
 * Decodes the chunks of any provider of this dialect. A stream is complete where every choice has a finish reason. `[DONE]` is optional, and
 * without finish reasons it does not make a stream complete.
 */
export class ChatStreamDecoder implements StreamDecoder {
  readonly #choices = new Map<number, ChoiceDecoder>()
  #parts: StreamPart[] = []
  #started = false
  #closed = false

  constructor(private readonly context: DecodeContext) {}

  push(event: ServerSentEvent): StreamPart[] {
    if (this.#closed || event.data === '') return []
    this.#parts = []
    if (event.data === '[DONE]') this.#finish()
    else this.#read(event)
    return this.#parts
  }

  end(): StreamPart[] {
    if (this.#closed) return []
    this.#parts = []
    this.#finish()
    return this.#parts
  }

  #read(event: ServerSentEvent): void {
    const wire = parseWire(event.data, 'tool_calls')
    if (wire === undefined) {
      // Groq's `error` event may have plain text as data.
      if (event.event === 'error') this.#fail(openAIErrorOf('chat-completions', event.data))
      else this.#fail(unreadableEvent)
      return
    }
    if (!isObject(wire)) {
      if (event.event === 'error') this.#fail(openAIErrorOf('chat-completions', wire))
      else this.#fail(readOpenAIError('chat-completions', wire) ?? unreadableEvent)
      return
    }
    const failed = event.event === 'error' ? openAIErrorOf('chat-completions', wire) : readOpenAIError('chat-completions', wire)
    this.#readUsage(wire, event.data)
    if (failed !== undefined) this.#fail(failed)
    else this.#readChunk(wire)
  }

  #readUsage(wire: JsonObject, text: string): void {
    const usage = usageOfChunk(wire, text, this.context.traits)
    if (usage === undefined) return
    this.#start(wire)
    this.#parts.push({ type: 'usage', usage })
  }

  #readChunk(wire: JsonObject): void {
    const groqError = isObject(wire.x_groq) ? textOf(wire.x_groq.error) : undefined
    if (groqError !== undefined) return this.#fail(openAIErrorOf('chat-completions', { message: groqError }))
    // Azure's first chunk has no choices, id or model, so the reply does not start with it.
    if (!Array.isArray(wire.choices) || wire.choices.length === 0) return
    const excess = tooManyChoices(Math.max(wire.choices.length, this.#choices.size))
    if (excess !== undefined) return this.#fail(excess)
    this.#start(wire)
    const sources = decodeSources(wire)
    for (const choice of wire.choices as unknown[]) {
      if (!isObject(choice)) continue
      const index = numberOf(choice.index) ?? 0
      let decoder = this.#choices.get(index)
      if (decoder === undefined) {
        decoder = new ChoiceDecoder(index, this.context)
        this.#choices.set(index, decoder)
      }
      const failure = decoder.push(choice, sources, this.#parts)
      if (failure !== undefined) return this.#fail(failure)
    }
  }

  #start(wire: JsonObject): void {
    if (this.#started) return
    this.#started = true
    this.#parts.push(
      defined<Extract<StreamPart, { type: 'reply-start' }>>({
        type: 'reply-start',
        id: textOf(wire.id) ?? '',
        model: textOf(wire.model) ?? '',
        createdAt: numberOf(wire.created),
        serviceTier: textOf(wire.service_tier),
        systemFingerprint: textOf(wire.system_fingerprint),
      }),
    )
  }

  #finish(): void {
    const choices = [...this.#choices.values()]
    if (choices.length > 0 && choices.every((choice) => choice.finished)) {
      this.#closed = true
      for (const choice of choices) choice.end(this.#parts)
      this.#parts.push({ type: 'reply-end' })
      return
    }
    this.#fail(endedEarly)
  }

  #fail(error: GatewayError): void {
    this.#closed = true
    this.#parts.push({ type: 'error', error })
  }
}
