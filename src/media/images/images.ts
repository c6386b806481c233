import type { Located } from '../../exchange/located.js'

/** A request for pictures, in no provider's words. Pointers lead into the client's body or name a field of its form. */
export interface ImagesRequest {
  readonly action: 'generate' | 'edit'
  readonly prompt: string
  /** Pictures to change; empty for new ones. */
  readonly images: readonly ImageInput[]
  readonly mask?: Located<true>
  readonly count?: Located<number>
  /** `1024x1024` or `auto`. */
  readonly size?: Located<string>
  /** xAI's and Gemini's `16:9`. */
  readonly aspectRatio?: Located<string>
  /** `url`: an address is wanted in place of base64. */
  readonly as?: Located<'url' | 'b64_json'>
  readonly outputFormat?: Located<string>
  readonly stream: boolean
  /** What only tunes: name → pointer. */
  readonly tuning: readonly string[]
}

export interface ImageInput {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
  readonly at: string
}

export interface MadeImage {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}
