import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

/**
 * A decompressor for a provider's `content-encoding`; `undefined` for none, `'unknown'` for one that cannot be undone here.
 * The gateway asks for `identity`, so this is for providers that compress all the same. Chains are not undone (promises P24).
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
