/** Counts requests from their headers to the last byte of their reply, and tells when none is left. */
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

  /** Calls back as often as none is left, at once where none is there. */
  whenNone(listener: () => void): void {
    this.#onNone = listener
    if (this.#count === 0) listener()
  }
}
