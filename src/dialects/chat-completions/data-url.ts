import type { MediaSource } from '../../exchange/part.js'

/** Reads a `data:` URL (RFC 2397); `undefined` for anything else. It may have megabytes of data, which are not searched. */
export function readDataUrl(url: string): Extract<MediaSource, { type: 'base64' }> | undefined {
  if (url.slice(0, 5).toLowerCase() !== 'data:') return undefined
  const comma = url.indexOf(',')
  if (comma < 0) return undefined
  const [declared = '', ...parameters] = url.slice(5, comma).split(';')
  const data = url.slice(comma + 1)
  const base64 = parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64')
  const encoded = base64 ? data : percentDecoded(data)
  if (encoded === undefined) return undefined
  return { type: 'base64', mediaType: mediaTypeOf(declared), data: encoded }
}

function percentDecoded(data: string): string | undefined {
  try {
    return Buffer.from(decodeURIComponent(data)).toString('base64')
  } catch {
    return undefined
  }
}

/** The media type in lower case. Many clients write `image/jpg`, but providers accept `image/jpeg` only. */
function mediaTypeOf(declared: string): string {
  const mediaType = declared.trim().toLowerCase()
  if (mediaType === '') return 'text/plain'
  return mediaType === 'image/jpg' ? 'image/jpeg' : mediaType
}

export function writeDataUrl(source: { readonly mediaType: string; readonly data: string }): string {
  return `data:${source.mediaType};base64,${source.data}`
}
