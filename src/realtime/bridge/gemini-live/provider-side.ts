import { append } from '../../../exchange/append.js'
import type { JsonObject } from '../../../json/object.js'

/**
 * Sends to the provider: first the set-up, once a connection; everything else waits until the provider has confirmed it.
 */
export class ProviderSide {
  readonly #out: string[] = []
  readonly #waiting: string[] = []
  #ready = false
  #setup: string | undefined
  #restarted = false
  waitingBytes = 0

  /** Whether the provider has these settings or can still get them on this connection. */
  accepts(setup: JsonObject): boolean {
    return this.#setup === undefined || this.#setup === JSON.stringify(setup)
  }

  /** Starts again for a new connection; messages that waited for the old one are dropped. */
  restart(setup: JsonObject): void {
    this.#ready = false
    this.#setup = undefined
    this.#out.length = 0
    this.#waiting.length = 0
    this.waitingBytes = 0
    this.#restarted = true
    this.begin(setup)
  }

  begin(setup: JsonObject): void {
    if (this.#setup !== undefined) return
    this.#setup = JSON.stringify(setup)
    this.#out.push(this.#setup)
  }

  send(message: JsonObject): void {
    const written = JSON.stringify(message)
    if (this.#ready) this.#out.push(written)
    else {
      this.#waiting.push(written)
      this.waitingBytes += written.length
    }
  }

  ready(): void {
    this.#ready = true
    append(this.#out, this.#waiting.splice(0))
    this.waitingBytes = 0
  }

  take(): { toProvider: string[]; restart: boolean } {
    const restart = this.#restarted
    this.#restarted = false
    return { toProvider: this.#out.splice(0), restart }
  }
}
