import type {
  GeminiCandidate,
  GeminiGenerateContentResponse,
  GeminiUsageMetadata,
} from '../../../../generated/generate-content/model/index.js'
import type { DecodeContext } from '../../../exchange/context.js'
import { endedEarly } from '../../../exchange/end-reason.js'
import { unreadableEvent, type GatewayError } from '../../../exchange/error.js'
import { tooManyChoices } from '../../../exchange/reply.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import type { Usage } from '../../../exchange/usage.js'
import { parseWire } from '../../../json/exact-numbers.js'
import type { StreamDecoder } from '../../dialect.js'
import { CandidateDecoder } from './candidate-decode.js'
import { readErrorInStream } from '../error.js'
import { decodeBlock } from './finish.js'
import { asResponse } from './reply-decode.js'
import { searchesIn, usageWith } from './usage.js'

/**
 * Reads a stream. Every chunk has the shape of a whole reply, with usage so far. There is no end mark but the `finishReason` of each
 * candidate, which some servers put on every chunk: so the stream is read to its end.
 */
export class GenerateContentStreamDecoder implements StreamDecoder {
  readonly #candidates = new Map<number, CandidateDecoder>()
  #started = false
  #blocked = false
  #failed = false
  #usage: GeminiUsageMetadata | undefined
  #searches = 0

  constructor(private readonly context: DecodeContext) {}

  push(event: ServerSentEvent): StreamPart[] {
    if (this.#failed || event.data === '') return []
    try {
      const wire = parseWire(event.data, '"functionCall"')
      const error = readErrorInStream(wire)
      if (error !== undefined) return this.#fail(error)
      if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) return this.#fail(unreadableEvent)
      const response = asResponse(wire)
      return response === undefined ? [] : this.#chunk(response)
    } catch {
      return this.#fail(unreadableEvent)
    }
  }

  end(): StreamPart[] {
    if (this.#failed) return []
    if (!this.#finished) return this.#fail(endedEarly)
    const parts: StreamPart[] = []
    for (const candidate of this.#candidates.values()) candidate.end(parts)
    // Earlier chunks have the counts so far.
    if (this.#usage !== undefined) parts.push({ type: 'usage', usage: usageWith(this.#usage, this.#searches) })
    parts.push({ type: 'reply-end' })
    return parts
  }

  get #finished(): boolean {
    if (this.#candidates.size === 0) return this.#blocked
    return [...this.#candidates.values()].every((candidate) => candidate.finished)
  }

  #fail(error: GatewayError): StreamPart[] {
    this.#failed = true
    return [{ type: 'error', error }]
  }

  #chunk(response: GeminiGenerateContentResponse): StreamPart[] {
    const excess = tooManyChoices(Math.max(response.candidates?.length ?? 0, this.#candidates.size))
    if (excess !== undefined) return this.#fail(excess)
    const parts: StreamPart[] = []
    if (response.usageMetadata !== undefined) this.#usage = response.usageMetadata
    this.#searches = Math.max(this.#searches, searchesIn(response))
    if (!this.#started) {
      this.#started = true
      parts.push({
        type: 'reply-start',
        id: response.responseId ?? '',
        model: response.modelVersion ?? '',
        ...created(response.createTime),
      })
      const usage = this.#usage === undefined ? undefined : inputCounts(usageWith(this.#usage, 0))
      if (usage !== undefined) parts.push({ type: 'usage', usage })
    }
    for (const [position, candidate] of (response.candidates ?? []).entries()) this.#candidate(candidate, position).push(candidate, parts)
    const block = response.promptFeedback?.blockReason
    if (block !== undefined && this.#candidates.size === 0 && !this.#blocked) {
      this.#blocked = true
      parts.push({ type: 'choice-end', choice: 0, finish: decodeBlock(block, response.promptFeedback?.blockReasonMessage) })
    }
    return parts
  }

  #candidate(candidate: GeminiCandidate, position: number): CandidateDecoder {
    const index = typeof candidate.index === 'number' ? candidate.index : position
    let decoder = this.#candidates.get(index)
    if (decoder === undefined) {
      decoder = new CandidateDecoder(index, this.context)
      this.#candidates.set(index, decoder)
    }
    return decoder
  }
}

function created(createTime: string | undefined): { createdAt?: number } {
  const milliseconds = createTime === undefined ? NaN : Date.parse(createTime)
  return Number.isNaN(milliseconds) ? {} : { createdAt: Math.floor(milliseconds / 1000) }
}

/** The counts that are final before the end: those of the input. */
export function inputCounts(usage: Usage): Usage | undefined {
  const { outputTokens: _output, reasoningOutputTokens: _thoughts, audioOutputTokens: _audio, imageOutputTokens: _image, ...input } = usage
  return input.inputTokens === undefined ? undefined : input
}
