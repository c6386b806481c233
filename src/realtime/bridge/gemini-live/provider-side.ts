import type { Wire } from './reading.js'

/**
 * What goes to the provider: the set-up first, which is possible once; everything else waits until it is complete.
 */
export class ProviderSide {
  readonly #out: string[] = []
  readonly #waiting: string[] = []
  #ready = false
  #setup: string | undefined
  waitingBytes = 0

  /** The set-up has been sent. */
  get begun(): boolean {
    return this.#setup !== undefined
  }

  /** Whether these settings are those that the provider has, or may still get. */
  accepts(setup: Wire): boolean {
    return this.#setup === undefined || this.#setup === JSON.stringify(setup)
  }

  begin(setup: Wire): void {
    if (this.#setup !== undefined) return
    this.#setup = JSON.stringify(setup)
    this.#out.push(this.#setup)
  }

  send(message: Wire): void {
    const written = JSON.stringify(message)
    if (this.#ready) this.#out.push(written)
    else {
      this.#waiting.push(written)
      this.waitingBytes += written.length
    }
  }

  ready(): void {
    this.#ready = true
    this.#out.push(...this.#waiting.splice(0))
    this.waitingBytes = 0
  }

  take(): string[] {
    return this.#out.splice(0)
  }
}
