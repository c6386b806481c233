import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { acceptedEncodings, type ReplyEncoding } from '../accepted-encoding.js'

export interface ConsoleFile {
  readonly type: string
  readonly bytes: Buffer
  readonly encoding?: ReplyEncoding
  /** Its name changes with its content. */
  readonly hashed: boolean
}

/** The files of the web console as the build wrote them, each read at its first request. Only files of the build can be requested. */
export class ConsoleFiles {
  #names: ReadonlySet<string> | undefined
  readonly #read = new Map<string, Buffer>()

  /** `basePath`: below which the gateway is reached; `''`: none. */
  constructor(
    private readonly folder: string,
    private readonly basePath: string,
  ) {}

  /** `acceptEncoding`: the request's header. `undefined`: there is no such file. */
  find(name: string, acceptEncoding?: string | readonly string[]): ConsoleFile | undefined {
    this.#names ??= namesIn(this.folder)
    const type = types[extname(name)]
    if (type === undefined || !this.#names.has(name)) return undefined
    const hashed = name.startsWith('assets/')
    if (this.basePath !== '' && name.endsWith('.html')) return { type, bytes: this.#page(name), hashed }
    for (const encoding of acceptedEncodings(acceptEncoding)) {
      const packed = name + endings[encoding]
      if (this.#names.has(packed)) return { type, bytes: this.#bytes(packed), encoding, hashed }
    }
    return { type, bytes: this.#bytes(name), hashed }
  }

  /** Addresses in the pages begin with `/`: below a base path they begin with that. */
  #page(name: string): Buffer {
    return this.#known(`${name} below the base path`, () =>
      Buffer.from(
        readFileSync(join(this.folder, name), 'utf8')
          .replaceAll(/(\s(?:href|src)=")\/(?!\/)/g, `$1${this.basePath}/`)
          .replace(/<html\b/, `<html data-base-path="${this.basePath}"`),
      ),
    )
  }

  #bytes(name: string): Buffer {
    return this.#known(name, () => readFileSync(join(this.folder, name)))
  }

  #known(key: string, read: () => Buffer): Buffer {
    const known = this.#read.get(key)
    if (known !== undefined) return known
    const bytes = read()
    this.#read.set(key, bytes)
    return bytes
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
}

const endings: Readonly<Record<ReplyEncoding, string>> = { br: '.br', gzip: '.gz' }

function namesIn(folder: string): ReadonlySet<string> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return new Set(names.map((name) => name.split(sep).join('/')))
}
