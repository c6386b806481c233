import { choosingMembers, isDecidingMember, DecidingMembers } from '../../dialects/deciding-members.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { FormFile, MultipartForm } from './form.js'
import type { FormIdentity } from './form-identity.js'
import type { MultipartLimits } from './limits.js'
import { writePartHead, type PartHead } from './part-head.js'
import { MultipartScanner, type ScanEvent } from './scanner.js'
import { Spool } from './spool.js'
import { defined } from '../../json/object.js'

export interface UploadOptions {
  readonly source: AsyncIterable<Buffer>
  readonly boundary: string
  readonly limits: MultipartLimits
  /** A writable folder for bytes that arrive before the model is known. */
  readonly spoolFolder: string
  /** Names of file fields, one of which is required. */
  readonly files: readonly string[]
  /** Fields that may replace the file. */
  readonly fileAlternatives?: readonly string[]
  /** Fields that name objects of a provider, where unknown ones are refused: nothing here makes such objects. */
  readonly refused?: readonly string[]
  /** Is told the form, which is then read whole before the first attempt: in memory as far as it is small, else in a file. */
  readonly identity?: Pick<FormIdentity, 'push'>
}

/** Bytes that are read before the first attempt: smaller forms are then complete. */
const eagerBytes = 256 * 1024
const memoryBytes = 1024 * 1024
/** Memory of a form that is streamed: its buffers before and after the model, and a chunk. */
export const streamedFormMemory = 2 * memoryBytes + 64 * 1024
const mostModelBytes = 512

/**
 * A form that is streamed to the provider: read until the model is known, then passed on with the model's name replaced and the
 * headers of its parts rewritten; the bytes of parts are unchanged. Never in memory as a whole.
 */
export class MultipartUpload {
  readonly #scanner: MultipartScanner
  readonly #chunks: AsyncIterator<Buffer>
  readonly #before: Spool
  readonly #after: Spool
  readonly #names = new DecidingMembers()
  #partCount = 0
  #current: 'model' | 'other' = 'other'
  #modelBytes: Buffer[] | undefined
  #model: string | undefined
  #hasFile = false
  #ended = false
  #streaming = false
  #failure: GatewayFailure | undefined

  constructor(private readonly options: UploadOptions) {
    this.#scanner = new MultipartScanner(options.boundary, options.limits)
    this.#chunks = options.source[Symbol.asyncIterator]()
    this.#before = new Spool(options.spoolFolder, memoryBytes)
    this.#after = new Spool(options.spoolFolder, memoryBytes)
  }

  /** Reads as far as routing needs. Returns the model as the client named it. Throws `GatewayFailure` for an invalid form. */
  async prepare(): Promise<string> {
    while (!this.#ready()) {
      const events = await this.#read()
      if (events === undefined) break
      for (const event of events) for (const piece of this.#write(event)) await this.#spool(piece)
    }
    if (this.#model === undefined) throw refuse('/model', 'model is required')
    if (!this.#hasFile) throw refuse(`/${this.options.files[0] ?? 'file'}`, `${this.options.files[0] ?? 'file'} is required`)
    return this.#model
  }

  /** An error in the form that was found after streaming had begun. */
  get failure(): GatewayFailure | undefined {
    return this.#failure
  }

  /** Whether its bytes can be read (again): nothing was passed on that is not buffered. */
  isRepeatable(): boolean {
    return !this.#streaming
  }

  /** Length of {@link bytes}, where the form has been read completely. */
  length(model: string): number | undefined {
    return this.#ended ? this.#before.size + Buffer.byteLength(model) + this.#after.size : undefined
  }

  /** The form with this name of the model. The rest of the client's form is read on demand. */
  async *bytes(model: string): AsyncGenerator<Buffer> {
    yield* this.#before.read()
    yield Buffer.from(model)
    yield* this.#after.read()
    if (this.#ended) return
    this.#streaming = true
    try {
      for (let events = await this.#read(); events !== undefined; events = await this.#read())
        for (const event of events) for (const piece of this.#write(event)) if (piece.type === 'bytes') yield piece.bytes
    } catch (error) {
      this.#failure = error instanceof GatewayFailure ? error : refuse('', 'The form ended early.')
      throw error
    }
  }

  /** The whole form in memory, for providers with another format. */
  async readAll(): Promise<MultipartForm> {
    const scanner = new MultipartScanner(this.options.boundary, this.options.limits)
    const reader = new FormReader()
    for await (const bytes of this.bytes(this.#model ?? '')) for (const event of scanner.push(bytes)) reader.push(event)
    return reader.form
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#before.dispose(), this.#after.dispose()])
  }

  /** A field by which the gateway decides must occur once, exactly spelled, as a value: no parser may find another model in the form. */
  #checkName({ name, filename }: PartHead): void {
    if (this.options.refused?.includes(name) === true)
      throw refuse(`/${name}`, 'Files that were not made through this gateway are refused.', 'not_found')
    const bracket = name.indexOf('[')
    const base = bracket < 0 ? name : name.slice(0, bracket)
    if (choosers.has(base)) throw refuse(`/${name}`, `${name} is decided by the gateway.`)
    if (isDecidingMember(base) && (filename !== undefined || base !== name))
      throw refuse(`/${name}`, `The part ${JSON.stringify(name)} must be a plain field.`)
    this.#names.key(name)
    if (this.#names.problem !== undefined) throw refuse(this.#names.problem.param, this.#names.problem.message)
  }

  #ready(): boolean {
    if (this.options.identity !== undefined) return false
    return this.#model !== undefined && this.#hasFile && this.#before.size + this.#after.size >= eagerBytes
  }

  /** The events of the next chunk; `undefined` at the end of a complete form. */
  async #read(): Promise<ScanEvent[] | undefined> {
    const next = await this.#chunks.next()
    if (next.done !== true) {
      const events = this.#scanner.push(next.value)
      if (this.options.identity !== undefined) for (const event of events) this.options.identity.push(event)
      return events
    }
    this.#ended = true
    this.#scanner.end()
    return undefined
  }

  async #spool(piece: Piece): Promise<void> {
    if (piece.type === 'model') this.#model = piece.name
    else await (this.#model === undefined ? this.#before : this.#after).append(piece.bytes)
  }

  /** The bytes to pass on for one event; the model's value is left out. */
  #write(event: ScanEvent): Piece[] {
    const { boundary } = this.options
    switch (event.type) {
      case 'part': {
        const { head } = event
        const isFile = head.filename !== undefined
        this.#checkName(head)
        if (isFile && this.options.files.includes(head.name)) this.#hasFile = true
        if (this.options.fileAlternatives?.includes(head.name) === true) this.#hasFile = true
        this.#current = head.name === 'model' && !isFile ? 'model' : 'other'
        if (this.#current === 'model') {
          this.#modelBytes = []
        }
        const opening = Buffer.from(`${this.#partCount++ === 0 ? '' : '\r\n'}--${boundary}\r\n`, 'latin1')
        return [{ type: 'bytes', bytes: Buffer.concat([opening, writePartHead(head)]) }]
      }
      case 'data':
        if (this.#current === 'other') return [{ type: 'bytes', bytes: event.bytes }]
        this.#modelBytes?.push(Buffer.from(event.bytes))
        if ((this.#modelBytes ?? []).reduce((sum, bytes) => sum + bytes.length, 0) > mostModelBytes)
          throw refuse('/model', `The model's name is longer than ${mostModelBytes} bytes.`)
        return []
      case 'part-end': {
        if (this.#current === 'other') return []
        this.#current = 'other'
        const name = Buffer.concat(this.#modelBytes ?? []).toString('utf8')
        if (name === '') throw refuse('/model', 'model is required')
        return [{ type: 'model', name }]
      }
      case 'end':
        return [{ type: 'bytes', bytes: Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1') }]
    }
  }
}

const choosers: ReadonlySet<string> = new Set([...choosingMembers.lists, ...choosingMembers.refused, 'route'])

type Piece = { readonly type: 'bytes'; readonly bytes: Buffer } | { readonly type: 'model'; readonly name: string }

/** More are joined: a piece of one byte takes a hundred times that. */
const mostPieces = 1024

/** Collects the events of a scanner into a form. */
export class FormReader {
  readonly #fields: { name: string; value: string }[] = []
  readonly #files: FormFile[] = []
  #head: Extract<ScanEvent, { type: 'part' }>['head'] | undefined
  #body: Buffer[] = []
  /** The newest pieces of it. */
  #pieces: Buffer[] = []

  push(event: ScanEvent): void {
    if (event.type === 'part') {
      this.#head = event.head
      this.#body = []
    } else if (event.type === 'data') this.#add(event.bytes)
    else if (event.type === 'part-end' && this.#head !== undefined) {
      const { name, filename, contentType } = this.#head
      const bytes = Buffer.concat([...this.#body, ...this.#pieces])
      this.#body = []
      this.#pieces = []
      if (filename === undefined) this.#fields.push({ name, value: bytes.toString('utf8') })
      else this.#files.push(defined({ name, filename, bytes, contentType }))
    }
  }

  get form(): MultipartForm {
    return { fields: this.#fields, files: this.#files }
  }

  #add(bytes: Buffer): void {
    if (this.#pieces.push(bytes) < mostPieces) return
    this.#body.push(Buffer.concat(this.#pieces))
    this.#pieces = []
  }
}
