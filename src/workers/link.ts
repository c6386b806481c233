/** Sends messages to another process. */
export interface Channel<Message> {
  send(messages: readonly Message[]): void
}

/** For what nobody waits for. */
const laterMs = 20
const mostLater = 64

/** Collects the messages of one turn of the event loop: a message costs less when others go with it. Their order is kept. */
export class Link<Message> {
  #waiting: Message[] = []
  #soon = false
  #later: NodeJS.Timeout | undefined
  readonly #flush = (): void => {
    this.flush()
  }

  constructor(private readonly channel: Channel<Message>) {}

  say(message: Message): void {
    this.#waiting.push(message)
    this.#hurry()
  }

  /** The same for what nobody waits for: it goes with the next that somebody waits for, with many of its own, or after a while. */
  sayLater(message: Message): void {
    this.#waiting.push(message)
    if (this.#waiting.length >= mostLater) this.#hurry()
    else this.#later ??= setTimeout(this.#flush, laterMs)
  }

  #hurry(): void {
    if (this.#soon) return
    this.#soon = true
    setImmediate(this.#flush)
  }

  flush(): void {
    this.#soon = false
    clearTimeout(this.#later)
    this.#later = undefined
    if (this.#waiting.length === 0) return
    const messages = this.#waiting
    this.#waiting = []
    this.channel.send(messages)
  }
}
