/**
 * Structured logs: one JSON object a line on standard output. Lines are gathered and written a few times a second, in order. They are
 * gathered as bytes: a text that grows by a line is a tree of all its pieces until somebody reads it.
 */
export class Log {
  readonly #gathered = Buffer.allocUnsafeSlow(capacity)
  #length = 0
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly output: LogOutput,
    private readonly now: () => number,
  ) {}

  info(message: string, fields: LogFields = {}): void {
    this.#add('info', message, fields)
  }

  warn(message: string, fields: LogFields = {}): void {
    this.#add('warn', message, fields)
  }

  error(message: string, fields: LogFields = {}): void {
    this.#add('error', message, fields)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#length === 0) return
    const bytes = Buffer.from(this.#gathered.subarray(0, this.#length))
    this.#length = 0
    this.output.write(bytes)
  }

  #add(level: string, message: string, fields: LogFields): void {
    const text = line(this.now(), level, message, fields)
    const most = text.length * bytesPerUnit
    if (most > capacity - this.#length) this.flush()
    if (most > capacity) {
      this.output.write(Buffer.from(text))
      return
    }
    this.#length += this.#gathered.write(text, this.#length)
    this.#timer ??= setTimeout(() => {
      this.flush()
    }, 50).unref()
  }
}

export type LogFields = Readonly<Record<string, unknown>>

export interface LogOutput {
  /** UTF-8, whole lines. They belong to the output from then on. */
  write(bytes: Buffer): unknown
}

const capacity = 65_536
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const bytesPerUnit = 3

/**
 * One line of JSON. Written out by hand: `JSON.stringify` of the whole takes a buffer of kilobytes for each line, which under load
 * is more garbage than the rest of a request makes.
 */
function line(time: number, level: string, message: string, fields: LogFields): string {
  let text = `{"time":"${timestamp(time)}","level":"${level}","message":${quoted(message)}`
  for (const name in fields) {
    const value = fields[name]
    if (value === undefined) continue
    text += `,"${name}":${typeof value === 'string' ? quoted(value) : typeof value === 'number' && Number.isFinite(value) ? String(value) : JSON.stringify(value)}`
  }
  return `${text}}\n`
}

// eslint-disable-next-line no-control-regex
const special = /[\u0000-\u001f"\\\u007f-\uffff]/

function quoted(text: string): string {
  return special.test(text) ? JSON.stringify(text) : `"${text}"`
}

let second = 0
let secondText = ''

/** The date's text is made once a second. */
function timestamp(time: number): string {
  const whole = Math.floor(time / 1000)
  if (whole !== second) {
    second = whole
    secondText = new Date(whole * 1000).toISOString().slice(0, 20)
  }
  return `${secondText}${String(time % 1000).padStart(3, '0')}Z`
}
