import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptedEncodings, type ReplyEncoding } from '../accepted-encoding.js'

export interface ReferenceFile {
  readonly type: string
  readonly bytes: Buffer
  readonly encoding?: ReplyEncoding
}

const endings: Readonly<Record<ReplyEncoding, string>> = { br: '.br', gzip: '.gz' }

/** The files of the API reference, read at their first request. Only files of the build can be requested. */
export class ReferencePage {
  readonly #names: ReadonlySet<string>
  readonly #read = new Map<string, Buffer>()

  constructor(private readonly folder: string) {
    this.#names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  }

  page(): ReferenceFile | undefined {
    return this.#names.has('index.html') ? { type: 'text/html; charset=utf-8', bytes: this.#bytes('index.html') } : undefined
  }

  /** `acceptEncoding`: the request's header. */
  script(name: string, acceptEncoding?: string | readonly string[]): ReferenceFile | undefined {
    if (!name.endsWith('.js') || !this.#names.has(name)) return undefined
    // Without the charset a browser may use its local one and misread the script's regular expressions.
    const type = 'text/javascript; charset=utf-8'
    for (const encoding of acceptedEncodings(acceptEncoding)) {
      const packed = `${name}${endings[encoding]}`
      if (this.#names.has(packed)) return { type, bytes: this.#bytes(packed), encoding }
    }
    return { type, bytes: this.#bytes(name) }
  }

  #bytes(name: string): Buffer {
    const known = this.#read.get(name)
    if (known !== undefined) return known
    const bytes = readFileSync(join(this.folder, name))
    this.#read.set(name, bytes)
    return bytes
  }
}
