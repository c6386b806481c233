import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

/**
 * A decompressor for a provider's `content-encoding`; `undefined` for none, `'unknown'` for an unsupported one. The gateway requests
 * `identity`, so this is for providers that compress nevertheless. Several encodings in a row are unsupported.
 */
export function decompressor(encoding: string | string[] | undefined): Transform | undefined | 'unknown' {
  switch (typeof encoding === 'string' ? encoding.trim().toLowerCase() : encoding) {
    case undefined:
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return createInflate()
    case 'zstd':
      return createZstdDecompress()
    default:
      return 'unknown'
  }
}
