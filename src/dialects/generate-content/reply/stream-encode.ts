import type { GeminiCandidate, GeminiGenerateContentResponse } from '../../../../generated/generate-content/model/index.js'
import type { ReplyContext } from '../../../exchange/context.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { mergeUsage, type Usage } from '../../../exchange/usage.js'
import type { StreamEncoder, StreamEncoderOptions } from '../../dialect.js'
import { CandidateEncoder } from './candidate-encode.js'
import { errorBody } from '../error.js'
import { ChunkWriter } from './framing.js'
import { encodeUsage } from './usage.js'

/** Writes a stream: one chunk for each write; the last one has the finish reasons and the usage, which other dialects send after them. */
export class GenerateContentStreamEncoder implements StreamEncoder {
  readonly #writer: ChunkWriter
  readonly #candidates = new Map<number, CandidateEncoder>()
  #id: string | undefined
  #model: string
  #usage: Usage | undefined
  #ended = false

  constructor(
    private readonly context: ReplyContext,
    options: StreamEncoderOptions,
  ) {
    this.#writer = new ChunkWriter(options.framing)
    this.#model = context.request.model
  }

  write(parts: readonly StreamPart[]): string {
    if (this.#ended) return ''
    for (const part of parts) {
      switch (part.type) {
        case 'reply-start':
          if (part.id !== '') this.#id = part.id
          if (part.model !== '') this.#model = part.model
          break
        case 'usage':
          this.#usage = mergeUsage(this.#usage, part.usage)
          break
        case 'reply-end':
          return this.#end()
        case 'error':
          return this.#fail(part)
        default:
          this.#candidate(part.choice).push(part)
      }
    }
    return this.#flush()
  }

  #candidate(choice: number): CandidateEncoder {
    let candidate = this.#candidates.get(choice)
    if (candidate === undefined) {
      candidate = new CandidateEncoder(choice, this.context)
      this.#candidates.set(choice, candidate)
    }
    return candidate
  }

  #flush(): string {
    const candidates: GeminiCandidate[] = []
    for (const encoder of this.#candidates.values()) {
      const candidate = encoder.take()
      if (candidate !== undefined) candidates.push(candidate)
    }
    return candidates.length === 0 ? '' : this.#writer.chunk(this.#chunk(candidates))
  }

  #end(): string {
    this.#ended = true
    const candidates = [...this.#candidates.values()].map((candidate) => candidate.last())
    const usageMetadata = encodeUsage(this.#usage)
    return (
      this.#writer.chunk({ ...this.#chunk(candidates), ...(usageMetadata === undefined ? {} : { usageMetadata }) }) + this.#writer.end()
    )
  }

  /** Parts before the failure are still sent, but no incomplete tool call. */
  #fail({ error }: Extract<StreamPart, { type: 'error' }>): string {
    const rest = this.#flush()
    this.#ended = true
    return rest + this.#writer.chunk(errorBody(error)) + this.#writer.end()
  }

  #chunk(candidates: GeminiCandidate[]): GeminiGenerateContentResponse {
    this.#id ??= this.context.newId('')
    return { candidates, modelVersion: this.#model, responseId: this.#id }
  }
}
