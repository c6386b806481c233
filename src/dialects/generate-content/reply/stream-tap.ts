import type { GeminiCandidate, GeminiUsageMetadata } from '../../../../generated/generate-content/model/index.js'
import { unreadableEvent } from '../../../exchange/error.js'
import { tooManyChoices } from '../../../exchange/reply.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { Usage } from '../../../exchange/usage.js'
import type { StreamTap, TappedEvent } from '../../dialect.js'
import { readErrorInStream } from '../error.js'
import { asResponse } from './reply-decode.js'
import { inputCounts } from './stream-decode.js'
import { searchesIn, usageWith } from './usage.js'

/** Reads relayed chunks: usage, finish reasons, errors and the bytes of the content. */
export class GenerateContentStreamTap implements StreamTap {
  contentBytes = 0
  readonly #unfinished = new Set<number>()
  readonly #done = new Set<number>()
  #blocked = false
  #metadata: GeminiUsageMetadata | undefined
  #searches = 0

  get finished(): boolean {
    return this.#unfinished.size === 0 && (this.#done.size > 0 || this.#blocked)
  }

  /** Before the end only the counts of the input are final. */
  get usage(): Usage | undefined {
    if (this.#metadata === undefined) return undefined
    const usage = usageWith(this.#metadata, this.#searches)
    return this.finished ? usage : inputCounts(usage)
  }

  push(event: ServerSentEvent): TappedEvent {
    if (event.data === '') return { type: 'ping' }
    try {
      return this.#read(JSON.parse(event.data))
    } catch {
      return { type: 'error', error: unreadableEvent }
    }
  }

  #read(wire: unknown): TappedEvent {
    const error = readErrorInStream(wire)
    if (error !== undefined) return { type: 'error', error }
    if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) return { type: 'error', error: unreadableEvent }
    const response = asResponse(wire)
    if (response === undefined) return { type: 'other' }
    if (response.usageMetadata !== undefined) this.#metadata = response.usageMetadata
    this.#searches = Math.max(this.#searches, searchesIn(response))
    if (response.promptFeedback?.blockReason !== undefined) this.#blocked = true
    const excess = tooManyChoices(Math.max(response.candidates?.length ?? 0, this.#unfinished.size + this.#done.size))
    if (excess !== undefined) return { type: 'error', error: excess }
    let content = false
    for (const [position, candidate] of (response.candidates ?? []).entries())
      if (this.#candidate(candidate, candidate.index ?? position)) content = true
    return { type: content ? 'content' : 'other' }
  }

  #candidate(candidate: GeminiCandidate, index: number): boolean {
    if (candidate.finishReason !== undefined) {
      this.#done.add(index)
      this.#unfinished.delete(index)
    } else if (!this.#done.has(index)) this.#unfinished.add(index)
    let content = false
    for (const part of candidate.content?.parts ?? []) {
      if (part.text !== undefined) {
        this.contentBytes += Buffer.byteLength(part.text)
        if (part.text !== '') content = true
        continue
      }
      content = true
      if (part.functionCall !== undefined)
        this.contentBytes += Buffer.byteLength(JSON.stringify(part.functionCall.args ?? part.functionCall.partialArgs ?? {}))
    }
    return content
  }
}
