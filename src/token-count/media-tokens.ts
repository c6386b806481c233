import type { UpstreamDialect } from '../exchange/dialect-name.js'
import type { MediaPart } from '../exchange/part.js'
import { imageSize } from './image-size.js'

/** What an image, a document or a sound costs at the providers of a style, by their published rules; nothing is fetched or decoded. */
export function mediaTokens(part: MediaPart, dialect: UpstreamDialect): number {
  const { source } = part
  switch (part.kind) {
    case 'image':
      return imageTokens(part, dialect)
    case 'document':
      return source.type === 'base64' ? pagesOf(source.data) * pageTokens(dialect) : pageTokens(dialect)
    case 'audio':
      // 16 kB a second is compressed speech; 10 (OpenAI) or 32 (Gemini) tokens a second.
      return source.type === 'base64' ? Math.ceil(((source.data.length * 0.75) / 16_000) * (dialect === 'generate-content' ? 32 : 10)) : 0
    case 'video':
      return 263
  }
}

const unknownSize = { width: 1024, height: 1024 }

function imageTokens(part: MediaPart, dialect: UpstreamDialect): number {
  const { width, height } = (part.source.type === 'base64' ? imageSize(part.source.data) : undefined) ?? unknownSize
  switch (dialect) {
    case 'messages': {
      // A pixel costs 1/750; what is larger than 1568 on the long side, or than 1600 tokens, is made smaller.
      const scale = Math.min(1, 1568 / Math.max(width, height))
      return Math.min(1600, Math.ceil((width * scale * height * scale) / 750))
    }
    case 'generate-content':
      return Math.max(width, height) <= 384 ? 258 : 258 * Math.ceil(width / 768) * Math.ceil(height / 768)
    default: {
      if (part.detail === 'low') return 85
      const fit = Math.min(1, 2048 / Math.max(width, height))
      const short = Math.min(1, 768 / (Math.min(width, height) * fit))
      return 85 + 170 * Math.ceil((width * fit * short) / 512) * Math.ceil((height * fit * short) / 512)
    }
  }
}

function pageTokens(dialect: UpstreamDialect): number {
  if (dialect === 'generate-content') return 258
  return dialect === 'messages' ? 2000 : 1000
}

/** Pages of a PDF, counted by their objects where those are not compressed, else by size. */
function pagesOf(base64: string): number {
  const text = Buffer.from(base64, 'base64').toString('latin1')
  const pages = text.match(/\/Type\s*\/Page(?![s\w])/g)?.length ?? 0
  return Math.max(1, pages > 0 ? pages : Math.round(text.length / 60_000))
}
