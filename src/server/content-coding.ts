import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { GatewayFailure } from '../exchange/error.js'

const codings = ['gzip', 'deflate', 'br', 'zstd'] as const

/** A content coding of a request that is undone. */
export type ContentCoding = (typeof codings)[number]

/** Takes coded bytes and gives the plain ones. `bytesWritten` counts the coded bytes that it used. */
export type Decoder = Transform & { readonly bytesWritten: number }

/** The coding that a `Content-Encoding` names; `undefined` for none. Throws a 415 for others and for several in a row. */
export function contentCoding(header: string | undefined): ContentCoding | undefined {
  if (header === undefined) return undefined
  const name = header.toLowerCase()
  if (name === 'identity') return undefined
  const coding = codings.find((known) => known === name)
  if (coding === undefined) throw unsupportedCoding(`The content encoding must be one of ${codings.join(', ')}, or none.`)
  return coding
}

export function unsupportedCoding(message: string): GatewayFailure {
  return new GatewayFailure({ kind: 'unsupported_media_type', message, param: 'content-encoding' })
}

/** Memory of a decoder itself: tables that a few coded bytes may make it build, and its buffers. */
export const decoderBytes: Readonly<Record<ContentCoding, number>> = { gzip: 65_536, deflate: 65_536, zstd: 262_144, br: 1_048_576 }

/** Fewer pieces cost less; a larger one would be too much for the many small bodies. */
const chunkSize = 64 * 1024

/** The window of 8 MiB that RFC 9659 allows over HTTP: a frame may ask for 2 GiB. */
const zstdOptions = { chunkSize, params: { [constants.ZSTD_d_windowLogMax]: 23 } }

/** For a body that begins with `first`, which is not empty. */
export function createDecoder(coding: ContentCoding, first: Buffer): Decoder {
  switch (coding) {
    case 'gzip':
      return createGunzip({ chunkSize })
    case 'deflate':
      return hasZlibHeader(first) ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })
    case 'br':
      return createBrotliDecompress({ chunkSize })
    case 'zstd':
      return createZstdDecompress(zstdOptions)
  }
}

/** Some clients send `deflate` without the wrapper that the standard asks for. No compressor begins such data with these bits. */
function hasZlibHeader(first: Buffer): boolean {
  return ((first[0] ?? 0) & 0x0f) === 8
}
