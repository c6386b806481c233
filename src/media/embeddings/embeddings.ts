import type { MediaEndpoint } from '../../exchange/media-task.js'
import type { Located } from '../../exchange/located.js'
import type { Usage } from '../../exchange/usage.js'

/** One thing to be turned into one vector. */
export type EmbeddingInput =
  | { readonly type: 'text'; readonly text: string; readonly at: string }
  | { readonly type: 'tokens'; readonly tokens: readonly number[]; readonly at: string }
  /** Text and pictures together. */
  | { readonly type: 'content'; readonly parts: readonly EmbeddingPart[]; readonly at: string }

export type EmbeddingPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }
  | { readonly type: 'image-url'; readonly url: string }

/** What the vectors are for; every provider has its own words. */
export type EmbeddingPurpose = 'query' | 'document' | 'similarity' | 'classification' | 'clustering' | 'question' | 'fact' | 'code'

/** A request for vectors, in no provider's words. Pointers lead into the client's body. */
export interface EmbeddingsRequest {
  readonly inputs: readonly EmbeddingInput[]
  readonly dimensions?: Located<number>
  readonly purpose?: Located<EmbeddingPurpose>
  readonly title?: Located<string>
  readonly truncate?: Located<boolean>
  readonly user?: Located<string>
  /** How the client wants to read the numbers. */
  readonly format: 'float' | 'base64'
}

/** A vector as it came: numbers, or the base64 of little-endian 32-bit floats. */
export type Vector = readonly number[] | string

export interface EmbeddingsReply {
  readonly vectors: readonly Vector[]
  readonly model: string
  readonly usage?: Usage
}

/** How one provider takes requests for vectors. */
export interface EmbeddingsUpstream {
  /** Most inputs in one call; longer lists are split. */
  readonly mostInputs: number
  encode(
    request: EmbeddingsRequest,
    inputs: readonly EmbeddingInput[],
    context: EmbeddingsTarget,
  ): { readonly endpoint: MediaEndpoint; readonly body: Readonly<Record<string, unknown>> }
  decode(wire: unknown): EmbeddingsReply
}

export interface EmbeddingsTarget {
  readonly model: string
  /** Books what this provider has no place for. Called once a request, also where it is split. */
  drop(at: string, why: string): void
  approximate(at: string, why: string): void
}
