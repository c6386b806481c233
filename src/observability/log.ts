import { prettyLine } from './pretty-line.js'
import { timestamp } from './timestamp.js'

/**
 * Structured logs: one JSON object a line on standard output. Lines are collected and written a few times a second, in order. They are
 * collected as bytes, since V8 keeps a text that grows by concatenation as a tree of its pieces. Where the reader is behind, lines are
 * dropped, and a later line says how many.
 */
export class Log {
  readonly #gathered = Buffer.allocUnsafeSlow(capacity)
  #length = 0
  #lines = 0
  #dropped = 0
  #timer: NodeJS.Timeout | undefined

  /** `clean` masks secrets in texts of errors. */
  constructor(
    private readonly output: LogOutput,
    private readonly now: () => number,
    private readonly clean: (text: string) => string = (text) => text,
    private format: 'json' | 'pretty' = 'json',
  ) {}

  /** For the lines from now on. */
  writeAs(format: 'json' | 'pretty'): void {
    this.format = format
  }

  /** `shared` come before the other fields. */
  info(message: string, fields: LogFields = {}, shared?: SharedFields): void {
    this.#add('info', message, fields, shared)
  }

  /** Whether lines are written for people, not as JSON. */
  get isPretty(): boolean {
    return this.format === 'pretty'
  }

  /** A line of JSON whose other fields are rendered: `members` is `,"name":value` for each of them, without texts of errors, each of a kibibyte at most. */
  infoRendered(message: string, shared: SharedFields, members: string): void {
    this.#keep(`{"time":"${timestamp(this.now())}","level":"info","message":"${message}"${shared.members}${members}}\n`)
  }

  warn(message: string, fields: LogFields = {}): void {
    this.#add('warn', message, fields)
  }

  error(message: string, fields: LogFields = {}): void {
    this.#add('error', message, fields)
  }

  /** Whole lines that another process of the gateway has rendered. */
  pass(bytes: Buffer): void {
    this.flush()
    this.#write(bytes, this.#isBehind ? linesIn(bytes) : 0)
    if (this.#dropped > 0) this.#plan(tellMs)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#length > 0) {
      const bytes = Buffer.from(this.#gathered.subarray(0, this.#length))
      const lines = this.#lines
      this.#length = 0
      this.#lines = 0
      this.#write(bytes, lines)
    }
    if (this.#dropped > 0) this.#plan(tellMs)
  }

  #add(level: string, message: string, fields: LogFields, shared?: SharedFields): void {
    this.#keep(this.#line(level, message, fields, shared))
  }

  #keep(text: string): void {
    const most = text.length * bytesPerUnit
    if (most > capacity - this.#length) this.flush()
    if (most > capacity) {
      this.#write(Buffer.from(text), 1)
      return
    }
    this.#length += this.#gathered.write(text, this.#length)
    this.#lines++
    this.#plan(gatherMs)
  }

  #plan(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#tellDropped()
      this.flush()
    }, milliseconds).unref()
  }

  #write(bytes: Buffer, lines: number): void {
    if (this.#isBehind) this.#dropped += lines
    else this.output.write(bytes)
  }

  #tellDropped(): void {
    if (this.#dropped === 0 || this.#isBehind) return
    const count = this.#dropped
    this.#dropped = 0
    this.output.write(Buffer.from(this.#line('warn', 'log lines were dropped: their reader is behind', { dropped: count })))
  }

  get #isBehind(): boolean {
    return (this.output.writableLength ?? 0) > mostUnread
  }

  /**
   * One line of JSON, written by hand: `JSON.stringify` of the whole allocates kilobytes for each line, which under load is more garbage
   * than the rest of a request makes.
   */
  #line(level: string, message: string, fields: LogFields, shared?: SharedFields): string {
    const failed = level !== 'info'
    if (this.format === 'pretty') return this.clean(prettyLine(this.now(), level, message, { ...shared?.fields, ...fields }))
    const start = `{"time":"${timestamp(this.now())}","level":"${level}","message":${quoted(failed ? this.clean(message) : message)}`
    return `${start}${shared === undefined ? '' : shared.members}${membersOf(fields, failed ? allFields : errorFields, this.clean)}}\n`
  }
}

function linesIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count++
  return count
}

const lineFeed = 0x0a

/** Fields with the same values in many lines: their JSON is made once. None of them is a text of an error, which would need cleaning. */
export class SharedFields {
  readonly members: string

  constructor(readonly fields: LogFields) {
    this.members = membersOf(fields, noField, unchanged)
  }
}

const allFields = (): boolean => true
const noField = (): boolean => false
const errorFields = (name: string): boolean => name === 'error_message'
const unchanged = (text: string): string => text

/** `,"name":value` for each field. Texts of the fields that `cleans` chooses are cleaned. */
function membersOf(fields: LogFields, cleans: (name: string) => boolean, clean: (text: string) => string): string {
  let text = ''
  for (const name in fields) {
    const value = fields[name]
    if (value === undefined) continue
    text += `,"${name}":`
    if (typeof value === 'string') text += quoted(cleans(name) ? clean(value) : value)
    else if (typeof value === 'number' && Number.isFinite(value)) text += String(value)
    else text += structured(name, value)
  }
  return text
}

export type LogFields = Readonly<Record<string, unknown>>

export interface LogOutput {
  /** `bytes`: whole lines in UTF-8, not to be changed afterwards. */
  write(bytes: Buffer): unknown
  /** Bytes that are buffered because nobody has read them yet. */
  readonly writableLength?: number
}

const gatherMs = 50
const tellMs = 1000
/** Most bytes that wait for a reader. */
const mostUnread = 1024 * 1024
const mostFieldBytes = 1024

const capacity = 65_536
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const bytesPerUnit = 3

// eslint-disable-next-line no-control-regex
const special = /[\u0000-\u001f"\\\u007f-\uffff]/

function quoted(value: string): string {
  const text = value.length * bytesPerUnit <= mostFieldBytes ? value : shortened(value)
  return special.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** At most a kibibyte of UTF-8, cut between characters. */
function shortened(text: string): string {
  const bytes = Buffer.from(text.slice(0, mostFieldBytes + 1))
  if (bytes.length <= mostFieldBytes) return text
  let end = mostFieldBytes - bytesPerUnit
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return `${bytes.toString('utf8', 0, end)}…`
}

/** JSON of a field's value. A list loses its last items, and a field `NAME_total` says how many it had; anything else becomes a text that is cut. */
export function structured(name: string, value: unknown): string {
  const text = JSON.stringify(value)
  if (text.length * bytesPerUnit <= mostFieldBytes || Buffer.byteLength(text) <= mostFieldBytes) return text
  if (!Array.isArray(value)) return quoted(text)
  let items = ''
  for (const item of value) {
    const next = (items === '' ? '' : ',') + JSON.stringify(item)
    if (Buffer.byteLength(items + next) > mostFieldBytes - 2) break
    items += next
  }
  return `[${items}],"${name}_total":${value.length}`
}
