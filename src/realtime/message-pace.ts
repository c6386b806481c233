/** The rate limit of messages: a burst, and a lasting rate. Speech is up to a hundred messages a second. */
const [burst, perSecond] = [10_000, 1_000]

/** The close reason for a peer that sends more. */
export const tooManyMessages = `more than ${perSecond} messages a second`

/** Counts the messages and pings of one peer: each costs a turn of the event loop, however small it is. */
export class MessagePace {
  #left = burst
  #filledAt: number

  constructor(private readonly clock: () => number = () => performance.now()) {
    this.#filledAt = clock()
  }

  /** Counts one message. `false`: it exceeds the limit. */
  take(): boolean {
    if (this.#left < 1) {
      const now = this.clock()
      this.#left = Math.min(burst, this.#left + ((now - this.#filledAt) / 1000) * perSecond)
      this.#filledAt = now
      if (this.#left < 1) return false
    }
    this.#left -= 1
    return true
  }
}
