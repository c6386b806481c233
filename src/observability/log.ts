/** Structured logs: one JSON object a line on standard output. Lines are gathered and written a few times a second, in order. */
export class Log {
  #lines: string[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly output: { write(text: string): unknown },
    private readonly now: () => number,
  ) {}

  info(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.#add('info', message, fields)
  }

  warn(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.#add('warn', message, fields)
  }

  error(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.#add('error', message, fields)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines.length === 0) return
    const text = this.#lines.join('')
    this.#lines = []
    this.output.write(text)
  }

  #add(level: string, message: string, fields: Readonly<Record<string, unknown>>): void {
    this.#lines.push(`${JSON.stringify({ time: new Date(this.now()).toISOString(), level, message, ...fields })}\n`)
    if (this.#lines.length >= 1000) this.flush()
    else
      this.#timer ??= setTimeout(() => {
        this.flush()
      }, 50).unref()
  }
}
