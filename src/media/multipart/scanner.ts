import { malformed, tooLarge, type MultipartLimits } from './limits.js'
import { readPartHead, type PartHead } from './part-head.js'

export type ScanEvent =
  | { readonly type: 'part'; readonly head: PartHead }
  /** A piece of the current part's body. */
  | { readonly type: 'data'; readonly bytes: Buffer }
  | { readonly type: 'part-end' }
  | { readonly type: 'end' }

const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

/**
 * Splits a `multipart/form-data` body into its parts, from chunks of any size. Buffers at most a header block or the
 * length of a delimiter. Not from a library, since those collect whole parts (docs/decisions/forms-pass-byte-for-byte.md).
 */
export class MultipartScanner {
  readonly #delimiter: Buffer
  /** Bytes that are not processed yet. It begins with a line end, so that the first delimiter is like the others. */
  #pending: Buffer = lineEnd
  #state: 'preamble' | 'delimiter' | 'head' | 'body' | 'done' = 'preamble'
  #total = 0
  #parts = 0
  #partBytes = 0
  #partLimit = 0

  constructor(
    boundary: string,
    private readonly limits: MultipartLimits,
  ) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  }

  get done(): boolean {
    return this.#state === 'done'
  }

  push(chunk: Buffer): ScanEvent[] {
    this.#total += chunk.length
    if (this.#total > this.limits.totalBytes) throw tooLarge(`The form is larger than ${this.limits.totalBytes} bytes.`)
    if (this.#state === 'done') return []
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    const events: ScanEvent[] = []
    while (this.#step(events));
    return events
  }

  /** The body ended. Throws where the form is incomplete. */
  end(): void {
    if (this.#state === 'preamble') throw malformed('The body is not a form with the boundary that its content type names.')
    if (this.#state !== 'done') throw malformed('The form ends before its last boundary.')
  }

  /** One step; `false`: more bytes are needed. */
  #step(events: ScanEvent[]): boolean {
    switch (this.#state) {
      case 'preamble':
        return this.#skipPreamble()
      case 'delimiter':
        return this.#readDelimiter(events)
      case 'head':
        return this.#readHead(events)
      case 'body':
        return this.#readBody(events)
      case 'done':
        this.#pending = Buffer.alloc(0)
        return false
    }
  }

  #skipPreamble(): boolean {
    const at = this.#pending.indexOf(this.#delimiter)
    if (at < 0) {
      this.#pending = this.#pending.subarray(Math.max(0, this.#pending.length - this.#delimiter.length + 1))
      return false
    }
    this.#pending = this.#pending.subarray(at + this.#delimiter.length)
    this.#state = 'delimiter'
    return true
  }

  /** After a delimiter: `--` closes the form, a line end opens a part; spaces may come before. */
  #readDelimiter(events: ScanEvent[]): boolean {
    let index = 0
    if (this.#pending.length < 2) return false
    if (this.#pending[0] === 0x2d && this.#pending[1] === 0x2d) {
      this.#state = 'done'
      events.push({ type: 'end' })
      return true
    }
    while (this.#pending[index] === 0x20 || this.#pending[index] === 0x09) index++
    if (index > 64) throw malformed('A boundary of the form is malformed.')
    if (this.#pending.length < index + 2) return false
    if (this.#pending[index] !== 0x0d || this.#pending[index + 1] !== 0x0a) throw malformed('A boundary of the form is malformed.')
    // The line end stays: a block without headers ends with it.
    this.#pending = this.#pending.subarray(index)
    this.#state = 'head'
    return true
  }

  #readHead(events: ScanEvent[]): boolean {
    const at = this.#pending.indexOf(headEnd)
    if (at > this.limits.headerBytes || (at < 0 && this.#pending.length > this.limits.headerBytes + headEnd.length))
      throw malformed(`The headers of a part are longer than ${this.limits.headerBytes} bytes.`)
    if (at < 0) return false
    if (++this.#parts > this.limits.parts) throw tooLarge(`The form has more than ${this.limits.parts} parts.`)
    const raw = this.#pending.subarray(lineEnd.length, at + headEnd.length)
    const head = readPartHead(raw)
    this.#partBytes = 0
    this.#partLimit = head.filename === undefined ? this.limits.fieldBytes : this.limits.fileBytes
    this.#pending = this.#pending.subarray(at + headEnd.length)
    this.#state = 'body'
    events.push({ type: 'part', head })
    return true
  }

  #readBody(events: ScanEvent[]): boolean {
    const at = this.#pending.indexOf(this.#delimiter)
    const end = at < 0 ? this.#pending.length - this.#openTail() : at
    if (end > 0) {
      this.#partBytes += end
      if (this.#partBytes > this.#partLimit) throw tooLarge(`A part of the form is larger than ${this.#partLimit} bytes.`)
      events.push({ type: 'data', bytes: this.#pending.subarray(0, end) })
    }
    this.#pending = this.#pending.subarray(at < 0 ? end : at + this.#delimiter.length)
    if (at < 0) return false
    this.#state = 'delimiter'
    events.push({ type: 'part-end' })
    return true
  }

  /** The number of bytes at the end that may be the beginning of a delimiter. */
  #openTail(): number {
    const most = Math.min(this.#pending.length, this.#delimiter.length - 1)
    for (let length = most; length > 0; length--)
      if (this.#pending.compare(this.#delimiter, 0, length, this.#pending.length - length) === 0) return length
    return 0
  }
}
