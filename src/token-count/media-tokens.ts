import type { TokenCosts } from '../dialects/token-costs.js'
import type { MediaPart } from '../exchange/part.js'
import { imageSize } from './image-size.js'

/** The tokens of an image, document, audio or video at a dialect's providers. Nothing is fetched or decoded. */
export function mediaTokens(part: MediaPart, costs: TokenCosts): number {
  const { source } = part
  switch (part.kind) {
    case 'image':
      return costs.image((source.type === 'base64' ? imageSize(source.data) : undefined) ?? unknownSize, part.detail)
    case 'document':
      return source.type === 'base64' ? pagesOf(source.data) * costs.page : costs.page
    case 'audio':
      // 16 kB a second: the rate of compressed speech.
      return source.type === 'base64' ? Math.ceil(((source.data.length * 0.75) / 16_000) * costs.second) : 0
    case 'video':
      return 263
  }
}

const unknownSize = { width: 1024, height: 1024 }

/** The number of pages of a PDF: its page objects where these are not compressed, otherwise estimated from its size. */
function pagesOf(base64: string): number {
  const text = Buffer.from(base64, 'base64').toString('latin1')
  const pages = text.match(/\/Type\s*\/Page(?![s\w])/g)?.length ?? 0
  return Math.max(1, pages > 0 ? pages : Math.round(text.length / 60_000))
}
