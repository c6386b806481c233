import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { stringify } from 'yaml'

/** The published documents, by name; `gateway` is all of them joined. */
export type ContractDocuments = Pick<ReadonlyMap<string, object>, 'get' | 'has'>

/** The placeholder of the gateway's address in the documents, and the address that their samples have. */
const marker = 'https://gateway.invalid'
const sampleAddress = 'http://127.0.0.1:8787'

/** What takes the place of each placeholder. AsyncAPI has the parts of an address in members of their own. */
const placeholders: Readonly<Record<string, (address: string) => string>> = {
  [marker]: (address) => address,
  'host.gateway.invalid': (address) => partsOf(address).host,
  'path.gateway.invalid': (address) => partsOf(address).path,
  'protocol.gateway.invalid': (address) => (address.startsWith('https:') ? 'wss' : 'ws'),
}

/** A document as the pieces that are sent one after the other. */
export type DocumentPieces = readonly Buffer[]

/** Folders of the build. */
export interface ContractFolders {
  /** Has the documents in YAML; without it they are written at the first request. */
  readonly contract?: string | undefined
  /** Has all other published texts; without it there are none. */
  readonly published?: string | undefined
}

export interface TaggedDocument {
  /** Of the document and its format. */
  readonly name: string
  /** Another one for other contents. */
  readonly tag: string
  readonly pieces: DocumentPieces
}

/**
 * The documents as they are sent. Writing the joined one as YAML takes long enough to delay running streams, and anybody may request it, so
 * the build has written it. Replies share the stored bytes; only the address is inserted.
 */
export class ContractTexts {
  readonly #pieces = new Map<string, { readonly pieces: readonly Piece[]; readonly digest: string }>()

  #built: ReadonlySet<string> | undefined

  constructor(
    private readonly documents: ContractDocuments,
    private readonly folders: ContractFolders = {},
  ) {}

  json(name: string, address: string): TaggedDocument | undefined {
    return this.#filledIn(`${name}.json`, address, () => this.#withMarker(name, JSON.stringify))
  }

  yaml(name: string, address: string): TaggedDocument | undefined {
    return this.#filledIn(`${name}.yaml`, address, () => {
      const { contract } = this.folders
      const path = contract === undefined || !this.documents.has(name) ? undefined : join(contract, `${name}.yaml`)
      return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : this.#withMarker(name, asYaml)
    })
  }

  /** A text that the build has made, by its path in the folder. */
  built(path: string, address: string): TaggedDocument | undefined {
    return this.#filledIn(`published/${path}`, address, () => {
      const { published } = this.folders
      this.#built ??= filesIn(published)
      return published !== undefined && this.#built.has(path) ? readFileSync(join(published, path), 'utf8') : undefined
    })
  }

  #filledIn(key: string, address: string, write: () => string | undefined): TaggedDocument | undefined {
    let known = this.#pieces.get(key)
    if (known === undefined) {
      const text = write()
      if (text === undefined) return undefined
      known = { pieces: piecesOf(text), digest: hash('sha256', text, 'base64url') }
      this.#pieces.set(key, known)
    }
    const values = new Map<string, Buffer>()
    const valueOf = (placeholder: string): Buffer => {
      let value = values.get(placeholder)
      if (value === undefined) {
        const written = placeholders[placeholder]?.(address) ?? ''
        value = Buffer.from(escapedIn(key, written))
        values.set(placeholder, value)
      }
      return value
    }
    return {
      name: key,
      tag: hash('sha256', `${known.digest}\n${address}`, 'base64url'),
      pieces: known.pieces.map((piece) => (typeof piece === 'string' ? valueOf(piece) : piece)),
    }
  }

  #withMarker(name: string, write: (document: object) => string): string | undefined {
    const document = this.documents.get(name)
    return document === undefined ? undefined : write({ ...document, servers: [{ url: marker }] })
  }
}

/** Bytes as they are, or the name of a placeholder. */
type Piece = Buffer | string

const anyPlaceholder = new RegExp(
  `(${Object.keys(placeholders)
    .map((name) => name.replaceAll('.', String.raw`\.`))
    .join('|')})`,
)

function piecesOf(text: string): readonly Piece[] {
  return text
    .replaceAll(sampleAddress, marker)
    .split(anyPlaceholder)
    .map((piece) => (piece in placeholders ? piece : Buffer.from(piece)))
}

/** A value inside of a text, which may be JSON or XML. */
function escapedIn(name: string, value: string): string {
  switch (extname(name)) {
    case '.json':
      return JSON.stringify(value).slice(1, -1)
    case '.atom':
      return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    default:
      return value
  }
}

function partsOf(address: string): { readonly host: string; readonly path: string } {
  const [, host = '', path = ''] = /^\w+:\/\/([^/]*)(.*)$/.exec(address) ?? []
  return { host, path }
}

function filesIn(folder: string | undefined): ReadonlySet<string> {
  const paths = folder !== undefined && existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return new Set(paths.filter((path) => extname(path) !== '').map((path) => path.split(sep).join('/')))
}

function asYaml(document: object): string {
  return stringify(document, { aliasDuplicateObjects: false })
}
