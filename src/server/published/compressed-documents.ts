import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ReplyEncoding } from '../accepted-encoding.js'
import type { TaggedDocument } from './contract-texts.js'

interface Compressed {
  readonly tag: string
  readonly bytes: Promise<Buffer>
}

/** Documents are compressed for one address at a time: whoever names others in `Host` must not keep the process busy. */
const pauseMs = 1000

/** The newest compressed forms of each document. */
export class CompressedDocuments {
  readonly #newest = new Map<string, Compressed>()
  #startedAt = -Infinity

  constructor(private readonly clock: () => number) {}

  /** `undefined`: to be sent as it is. */
  get({ name, tag, pieces }: TaggedDocument, encoding: ReplyEncoding): Promise<Buffer> | undefined {
    const key = `${name} ${encoding}`
    const known = this.#newest.get(key)
    if (known?.tag === tag) return known.bytes
    const now = this.clock()
    if (known !== undefined && now - this.#startedAt < pauseMs) return undefined
    this.#startedAt = now
    const bytes = compress[encoding](Buffer.concat(pieces))
    this.#newest.set(key, { tag, bytes })
    return bytes
  }
}

const gzipped = promisify(gzip)
const brotli = promisify(brotliCompress)

/** Brotli's highest qualities take seconds for a tenth less. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

const compress: Readonly<Record<ReplyEncoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotli(bytes, quality),
  gzip: (bytes) => gzipped(bytes),
}
