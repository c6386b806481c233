import { clientDisconnected, GatewayFailure } from '../exchange/error.js'
import type { Caller } from './caller.js'
import type { Lease } from './lease.js'

interface LineOptions {
  /** Most requests that wait; of one owner, half. */
  readonly most: number
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** Milliseconds after which `enter` can succeed: 0 = now, Infinity = not before a slot is free. */
  readonly waitOf: (caller: Caller) => number
  /** Throws where it cannot. */
  readonly enter: (caller: Caller) => Lease
}

/** The client of a waiting request. */
export interface WaitingClient {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

interface Waiter {
  readonly caller: Caller
  readonly until: number
  readonly resolve: (lease: Lease) => void
  readonly reject: (refusal: unknown) => void
}

/** However long a wait may be, limits that were raised meanwhile are noticed. */
const lookEveryMs = 1000

/** Requests that wait for a slot or for their rate. Owners take turns; the requests of one token keep their order. */
export class WaitingLine {
  /** In the order of their turns. */
  readonly #owners = new Map<string, Waiter[]>()
  #size = 0
  #timer: NodeJS.Timeout | undefined
  /** When it goes off. */
  #looksAt = 0

  constructor(private readonly options: LineOptions) {}

  get size(): number {
    return this.#size
  }

  /** Whether requests of this caller wait: a new one stands behind them. */
  has({ id, owner }: Caller): boolean {
    return this.#owners.get(owner)?.some(({ caller }) => caller.id === id) ?? false
  }

  /** Resolves when it is the request's turn. Throws the refusal where waiting cannot help, or too many wait; rejects with one in the end. */
  join(caller: Caller, maxWaitMs: number, client: WaitingClient, refusal: GatewayFailure): Promise<Lease> {
    if (client.destroyed) throw new GatewayFailure(clientDisconnected)
    const wait = this.options.waitOf(caller)
    const queue = this.#owners.get(caller.owner) ?? []
    if ((wait !== Infinity && wait > maxWaitMs) || this.#size >= this.options.most || queue.length >= this.options.most / 2) throw refusal
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { caller, until: this.options.clock() + maxWaitMs, resolve, reject }
      queue.push(waiter)
      this.#owners.set(caller.owner, queue)
      this.#size++
      client.once('close', () => {
        if (this.#remove(waiter)) reject(new GatewayFailure(clientDisconnected))
      })
      this.#lookIn(Math.min(maxWaitMs, wait))
    })
  }

  /** Admits the requests that can enter now, each owner in turn. */
  advance(): void {
    let entered = true
    while (entered && this.#size > 0) {
      entered = false
      for (const owner of [...this.#owners.keys()]) if (this.#enterOneOf(owner)) entered = true
    }
  }

  #enterOneOf(owner: string): boolean {
    const blocked = new Set<string>()
    for (const waiter of this.#owners.get(owner) ?? []) {
      const { caller } = waiter
      if (blocked.has(caller.id)) continue
      if (this.options.waitOf(caller) > 0) {
        blocked.add(caller.id)
        continue
      }
      this.#remove(waiter)
      const rest = this.#owners.get(owner)
      if (rest !== undefined) {
        this.#owners.delete(owner)
        this.#owners.set(owner, rest)
      }
      this.#letIn(waiter)
      return true
    }
    return false
  }

  #remove(waiter: Waiter): boolean {
    const queue = this.#owners.get(waiter.caller.owner)
    const place = queue?.indexOf(waiter) ?? -1
    if (queue === undefined || place < 0) return false
    queue.splice(place, 1)
    this.#size--
    if (queue.length === 0) this.#owners.delete(waiter.caller.owner)
    if (this.#size === 0) this.#stopLooking()
    return true
  }

  /** Looks again after this time at the latest. */
  #lookIn(milliseconds: number): void {
    const wait = Math.max(1, Math.ceil(Math.min(milliseconds, lookEveryMs)))
    const at = this.options.clock() + wait
    if (this.#timer !== undefined && this.#looksAt <= at) return
    clearTimeout(this.#timer)
    this.#looksAt = at
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#look()
    }, wait)
  }

  #stopLooking(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** A rate may have room again, or a request has waited for as long as it may. */
  #look(): void {
    this.advance()
    const now = this.options.clock()
    let next = lookEveryMs
    for (const queue of [...this.#owners.values()])
      for (const waiter of [...queue]) {
        if (waiter.until <= now) {
          this.#remove(waiter)
          this.#letIn(waiter)
        } else next = Math.min(next, waiter.until - now, this.options.waitOf(waiter.caller))
      }
    if (this.#size > 0) this.#lookIn(next)
  }

  /** Or refuses it, with the error that it would have had without waiting. */
  #letIn({ caller, resolve, reject }: Waiter): void {
    try {
      resolve(this.options.enter(caller))
    } catch (refusal) {
      reject(refusal)
    }
  }
}
