/** What a peer may send: so many messages at once, so many a second for as long as it likes. Speech is up to a hundred a second. */
const [burst, perSecond] = [10_000, 1_000]

/** Why a peer that sends more is disconnected. */
export const tooManyMessages = `more than ${perSecond} messages a second`

/** Counts what one peer sends, pings too: each costs the process a turn, however small it is (promises P12). */
export class MessagePace {
  #left = burst
  #filledAt: number

  constructor(private readonly clock: () => number = () => performance.now()) {
    this.#filledAt = clock()
  }

  /** One more has come. `false`: it is one too many. */
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
