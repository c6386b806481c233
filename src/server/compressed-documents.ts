import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { DocumentPieces } from './contract-texts.js'

const compress = promisify(gzip)

interface Compressed {
  readonly tag: string
  readonly bytes: Promise<Buffer>
}

/** Documents are compressed for one address at a time: whoever names others in `Host` must not keep the process busy. */
const pauseMs = 1000

/** The newest compressed form of each document. */
export class CompressedDocuments {
  readonly #newest = new Map<string, Compressed>()
  #startedAt = -Infinity

  constructor(private readonly clock: () => number) {}

  /** `undefined`: to be sent as it is. */
  gzip(name: string, tag: string, pieces: DocumentPieces): Promise<Buffer> | undefined {
    const known = this.#newest.get(name)
    if (known?.tag === tag) return known.bytes
    const now = this.clock()
    if (known !== undefined && now - this.#startedAt < pauseMs) return undefined
    this.#startedAt = now
    const bytes = compress(Buffer.concat(pieces))
    this.#newest.set(name, { tag, bytes })
    return bytes
  }
}
