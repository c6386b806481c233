/**
 * Token costs of a request at a dialect's providers. Images, pages and audio by their published rules; overheads of texts are fitted to
 * recorded requests: docs/token-counting.md.
 */
export interface TokenCosts {
  /** Tokens of the provider's own tokenizer for one of the gateway's, in what was said. */
  readonly said: number
  /** The same in declarations of tools. */
  readonly declared: number
  readonly request: number
  readonly turn: number
  /** Once where there are tools. */
  readonly tools: number
  readonly call: number
  /** Models to which more is said of their tools. */
  readonly moreTools?: { readonly models: RegExp; readonly tokens: number }
  /** How a function is declared to the model: as JSON, or as a type of TypeScript. */
  readonly functions: 'json' | 'typescript'
  image(size: ImageSize, detail: string | undefined): number
  /** One page of a document. */
  readonly page: number
  /** One second of audio. */
  readonly second: number
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}
