/**
 * Token costs of a request at a dialect's providers. Those of images, pages and audio are published by the providers; the others are fitted
 * to recorded requests (docs/token-counting.md).
 */
export interface TokenCosts {
  /** Tokens of the provider's tokenizer for each o200k_base token, in texts. */
  readonly textFactor: number
  /** The same in declarations of tools. */
  readonly declarationFactor: number
  /** For every request. */
  readonly request: number
  /** For each turn. */
  readonly turn: number
  /** Once for a request with tools. */
  readonly tools: number
  /** For each tool call and each tool result. */
  readonly call: number
  /** Added to `tools` for some models. */
  readonly extraToolTokens?: { readonly models: RegExp; readonly tokens: number }
  /** How the provider shows a function to the model: as JSON, or as a TypeScript type. */
  readonly functions: 'json' | 'typescript'
  /** For an image; `detail` as in OpenAI's `image_url`. */
  image(size: ImageSize, detail: string | undefined): number
  /** For each page of a document. */
  readonly page: number
  /** For each second of audio. */
  readonly second: number
}

/** In pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}
