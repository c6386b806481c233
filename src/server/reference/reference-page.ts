import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptedEncodings, type ReplyEncoding } from '../accepted-encoding.js'

export interface ReferenceFile {
  readonly type: string
  readonly bytes: Buffer
  /** The same for all encodings of the same contents. */
  readonly tag: string
  readonly encoding?: ReplyEncoding
}

const endings: Readonly<Record<ReplyEncoding, string>> = { br: '.br', gzip: '.gz' }

/** The files of the API reference, read at their first request. Only files of the build can be requested. */
export class ReferencePage {
  readonly #names: ReadonlySet<string>
  readonly #read = new Map<string, Buffer>()
  readonly #tags = new Map<string, string>()

  constructor(private readonly folder: string) {
    this.#names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  }

  /** `acceptEncoding`: the request's header. */
  page(acceptEncoding?: string | readonly string[]): ReferenceFile | undefined {
    return this.#file('index.html', 'text/html; charset=utf-8', acceptEncoding)
  }

  /** Without the charset a browser may use its local one and misread the script's regular expressions. */
  script(name: string, acceptEncoding?: string | readonly string[]): ReferenceFile | undefined {
    return name.endsWith('.js') ? this.#file(name, 'text/javascript; charset=utf-8', acceptEncoding) : undefined
  }

  #file(name: string, type: string, acceptEncoding: string | readonly string[] | undefined): ReferenceFile | undefined {
    if (!this.#names.has(name)) return undefined
    const plain = this.#bytes(name)
    const tag = this.#tagOf(name, plain)
    for (const encoding of acceptedEncodings(acceptEncoding)) {
      const packed = `${name}${endings[encoding]}`
      if (this.#names.has(packed)) return { type, bytes: this.#bytes(packed), tag, encoding }
    }
    return { type, bytes: plain, tag }
  }

  #tagOf(name: string, bytes: Buffer): string {
    const known = this.#tags.get(name)
    if (known !== undefined) return known
    const tag = `W/"${hash('sha256', bytes, 'base64url')}"`
    this.#tags.set(name, tag)
    return tag
  }

  #bytes(name: string): Buffer {
    const known = this.#read.get(name)
    if (known !== undefined) return known
    const bytes = readFileSync(join(this.folder, name))
    this.#read.set(name, bytes)
    return bytes
  }
}
