import type { MediaEndpoint } from '../../exchange/media-task.js'
import type { Located } from '../../exchange/located.js'
import type { Usage } from '../../exchange/usage.js'

/** An input for one vector. */
export type EmbeddingInput =
  | { readonly type: 'text'; readonly text: string; readonly at: string }
  | { readonly type: 'tokens'; readonly tokens: readonly number[]; readonly at: string }
  /** Text and images together. */
  | { readonly type: 'content'; readonly parts: readonly EmbeddingPart[]; readonly at: string }

export type EmbeddingPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }
  | { readonly type: 'image-url'; readonly url: string }

/** What the vectors are for; every provider has its own values. */
export type EmbeddingPurpose = 'query' | 'document' | 'similarity' | 'classification' | 'clustering' | 'question' | 'fact' | 'code'

/** A neutral request for embeddings. Pointers lead into the client's body. */
export interface EmbeddingsRequest {
  readonly inputs: readonly EmbeddingInput[]
  readonly dimensions?: Located<number>
  readonly purpose?: Located<EmbeddingPurpose>
  readonly title?: Located<string>
  readonly truncate?: Located<boolean>
  readonly user?: Located<string>
  /** The encoding of the vectors for the client. */
  readonly format: 'float' | 'base64'
}

/** A vector as the provider sent it: numbers, or the base64 of little-endian 32-bit floats. */
export type Vector = readonly number[] | string

export interface EmbeddingsReply {
  readonly vectors: readonly Vector[]
  readonly model: string
  readonly usage?: Usage
}

/** The embeddings API of one provider. */
export interface EmbeddingsUpstream {
  /** Most inputs in one request; longer lists are split. */
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
  /** Adds a loss to the ledger. Called once for each request of the client, even where it is split. */
  drop(at: string, why: string): void
  approximate(at: string, why: string): void
}
