import type { Located } from '../../exchange/located.js'
import type { Usage } from '../../exchange/usage.js'

/** A document as the client wrote it. */
export type RerankDocument =
  { readonly type: 'text'; readonly text: string } | { readonly type: 'object'; readonly value: Readonly<Record<string, unknown>> }

/** A neutral rerank request. Pointers lead into the client's body. */
export interface RerankRequest {
  readonly query: string
  readonly documents: readonly RerankDocument[]
  readonly topCount?: Located<number>
  /** Whether the client wants the documents beside their scores. */
  readonly returnDocuments: boolean
  readonly rankFields?: Located<readonly string[]>
  readonly mostChunks?: Located<number>
  readonly mostTokens?: Located<number>
  readonly priority?: Located<number>
  readonly truncate?: Located<boolean>
  /** The format of the reply to the client. */
  readonly format: 'cohere' | 'voyage'
}

export interface RerankReply {
  readonly id: string
  readonly model: string
  /** Best first. */
  readonly results: readonly RerankResult[]
  readonly usage?: Usage
  /** What Cohere's `meta` says of the charge, by name: `billed_units` and `tokens`. */
  readonly billedUnits?: Counts
  readonly tokens?: Counts
}

export type Counts = Readonly<Record<string, number>>

export interface RerankResult {
  /** Into the documents of the request. */
  readonly index: number
  readonly score: number
}

/** The rerank API of one provider. Documents are returned from the client's request, so no provider needs to return them. */
export interface RerankUpstream {
  encode(request: RerankRequest, target: { readonly model: string; drop(at: string, why: string): void }): Readonly<Record<string, unknown>>
  decode(wire: unknown): RerankReply
}
