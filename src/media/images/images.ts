import type { Located } from '../../exchange/located.js'

/** A neutral request for images. Pointers lead into the client's body or name a field of its form. */
export interface ImagesRequest {
  readonly action: 'generate' | 'edit'
  readonly prompt: string
  /** Images to edit; empty for a generation. */
  readonly images: readonly ImageInput[]
  readonly mask?: Located<true>
  readonly count?: Located<number>
  /** `1024x1024` or `auto`. */
  readonly size?: Located<string>
  /** xAI's and Gemini's `16:9`. */
  readonly aspectRatio?: Located<string>
  /** `url`: the client wants URLs in place of base64. */
  readonly as?: Located<'url' | 'b64_json'>
  readonly outputFormat?: Located<string>
  readonly stream: boolean
  /** Names of members that only tune the result. */
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
