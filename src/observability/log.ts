/** Structured logs: one JSON object a line on standard output. Lines are gathered and written a few times a second, in order. */
export class Log {
  #text = ''
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly output: { write(text: string): unknown },
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
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    this.output.write(text)
  }

  #add(level: string, message: string, fields: LogFields): void {
    this.#text += line(this.now(), level, message, fields)
    if (this.#text.length >= flushLength) this.flush()
    else
      this.#timer ??= setTimeout(() => {
        this.flush()
      }, 50).unref()
  }
}

export type LogFields = Readonly<Record<string, unknown>>

const flushLength = 65_536

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
