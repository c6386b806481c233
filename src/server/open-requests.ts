/** Counts requests from their headers to the last byte of their reply. */
export class OpenRequests {
  #count = 0
  #onNone: (() => void) | undefined

  enter(): void {
    this.#count++
  }

  leave(): void {
    this.#count--
    if (this.#count === 0) this.#onNone?.()
  }

  /** Calls `listener` each time the count becomes 0, and at once where it is 0. */
  whenNone(listener: () => void): void {
    this.#onNone = listener
    if (this.#count === 0) listener()
  }
}
