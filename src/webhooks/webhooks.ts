import type { WebhookSettings } from '../config/configuration.js'
import { signedHeaders } from './signature.js'

/** Something that happened. */
export interface WebhookEvent {
  /** `budget.threshold_reached` */
  readonly type: string
  readonly data: object
}

interface WebhooksOptions {
  readonly addresses: readonly WebhookSettings[]
  readonly send: typeof fetch
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: (prefix: string) => string
  readonly onTrouble: (message: string, detail: unknown) => void
  /** Before the second attempt, the third one and so on. */
  readonly pausesMs?: readonly number[]
}

/** A message on its way to one address. It is the same in every attempt; only its time and its signature are made anew. */
interface Delivery {
  readonly address: WebhookSettings
  readonly id: string
  readonly body: string
  attempts: number
}

const answerMs = 10_000
/** Events of one address beyond it are lost: one that does not answer must not fill the memory. */
const mostWaiting = 1000
const usualPausesMs = [5000, 30_000, 300_000, 1_800_000] as const

/**
 * Sends events to the addresses of the configuration, off the path of requests: signed, with a few attempts. Redirects are not followed,
 * and what an address answers is not read.
 */
export class Webhooks {
  readonly #waiting = new Map<string, number>()

  constructor(private readonly options: WebhooksOptions) {}

  /** Never throws, never waits. */
  tell({ type, data }: WebhookEvent): void {
    const { addresses, now, newId } = this.options
    const body = JSON.stringify({ type, timestamp: new Date(now()).toISOString(), data })
    for (const address of addresses) {
      if ((this.#waiting.get(address.url) ?? 0) >= mostWaiting) {
        this.#trouble('a webhook was left out: too many wait', address, { type })
        continue
      }
      this.#count(address, 1)
      void this.#send({ address, id: newId('msg_'), body, attempts: 0 })
    }
  }

  #count({ url }: WebhookSettings, more: 1 | -1): void {
    const waiting = (this.#waiting.get(url) ?? 0) + more
    if (waiting === 0) this.#waiting.delete(url)
    else this.#waiting.set(url, waiting)
  }

  async #send(delivery: Delivery): Promise<void> {
    const { address, id, body } = delivery
    const timestamp = Math.floor(this.options.now() / 1000)
    delivery.attempts++
    let problem: string
    try {
      const reply = await this.options.send(address.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'anywire', ...signedHeaders({ id, timestamp, body }, address.secret) },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
      })
      await reply.body?.cancel()
      if (reply.ok) {
        this.#count(address, -1)
        return
      }
      problem = `status ${reply.status}`
    } catch (error) {
      problem = error instanceof Error ? error.name : 'no connection'
    }
    this.#again(delivery, problem)
  }

  #again(delivery: Delivery, problem: string): void {
    const pause = (this.options.pausesMs ?? usualPausesMs)[delivery.attempts - 1]
    if (pause === undefined) {
      this.#count(delivery.address, -1)
      this.#trouble('a webhook could not be delivered', delivery.address, { id: delivery.id, problem, attempts: delivery.attempts })
      return
    }
    // A process that ends does not wait for it.
    setTimeout(() => void this.#send(delivery), pause).unref()
  }

  /** The address may hold a secret in its path: its host is enough to know it by. */
  #trouble(message: string, { url }: WebhookSettings, detail: object): void {
    this.options.onTrouble(message, { host: new URL(url).host, ...detail })
  }
}
