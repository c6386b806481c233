/** Sends messages to another process. */
export interface Channel<Message> {
  send(messages: readonly Message[]): void
}

/** Collects the messages of one turn of the event loop: a message costs less when others go with it. Their order is kept. */
export class Link<Message> {
  #waiting: Message[] = []
  readonly #flush = (): void => {
    this.flush()
  }

  constructor(private readonly channel: Channel<Message>) {}

  say(message: Message): void {
    this.#waiting.push(message)
    if (this.#waiting.length === 1) setImmediate(this.#flush)
  }

  flush(): void {
    if (this.#waiting.length === 0) return
    const messages = this.#waiting
    this.#waiting = []
    this.channel.send(messages)
  }
}
