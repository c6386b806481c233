import type { GatewayFailure } from '../exchange/error.js'
import type { Quota } from '../accounting/quota.js'
import { takeFrom } from '../accounting/quotas.js'
import { Holding, type HeldBytes, type ProcessBytes } from './holding.js'
import { start } from './start.js'

/** The running requests of the process or of one caller. */
export interface Running extends HeldBytes {
  /** Requests. */
  running: number
}

export function noneRunning(): Running {
  return { running: 0, bytes: 0, ofCompressed: 0 }
}

/**
 * What one request holds while it runs: a slot of the process, a slot of its caller, and memory for its body. It is given back once;
 * giving it back again does nothing.
 */
export class Lease {
  #held = true
  /** Counted against the caller's rate. */
  #starts = 1
  readonly #memory: Holding

  constructor(
    private readonly process: Running & ProcessBytes,
    private readonly caller: Running,
    memoryBytes: number,
    /** Called when the slots are free again. */
    private readonly freed: () => void,
    /** Absent: its caller may start as many requests as it likes. */
    private readonly quotas?: readonly Quota[],
  ) {
    this.#memory = new Holding(process, caller, memoryBytes)
    process.running++
    caller.running++
  }

  /** Takes memory, before it is used. Throws `GatewayFailure` where there is none. */
  hold(bytes: number): void {
    const refusal = this.tryHold(bytes)
    if (refusal !== undefined) throw refusal
  }

  /** The same for users that cannot throw: returns the refusal. */
  tryHold(bytes: number): GatewayFailure | undefined {
    return this.#held ? this.#memory.tryHold(bytes) : undefined
  }

  get isOfCompressed(): boolean {
    return this.#memory.isOfCompressed
  }

  /** The memory is for a body that came compressed. */
  countAsCompressed(): void {
    if (this.#held) this.#memory.countAsCompressed()
  }

  /** Gives back some of the memory before the end. */
  free(bytes: number): void {
    if (this.#held) this.#memory.free(bytes)
  }

  /** Counts more requests against the caller's rate, for a request that becomes several at the provider. Throws `GatewayFailure`. */
  startMore(count: number): void {
    if (count <= 0 || this.quotas === undefined) return
    start(this.quotas, count)
    this.#starts += count
  }

  /** The request was refused for another limit, and does not count against this one. */
  takeBackStarts(): void {
    if (this.quotas !== undefined) takeFrom(this.quotas, -this.#starts)
    this.#starts = 0
  }

  /** The request has not come yet: 1; it has come, or will not: -1. */
  countAhead(count: 1 | -1): void {
    if (this.quotas !== undefined) for (const quota of this.quotas) quota.countAhead(count)
  }

  /** Gives all of it back, the start of the request included: another admission of the same request takes its place. */
  takeBack(): void {
    if (this.#held) this.takeBackStarts()
    this.release()
  }

  release(): void {
    if (!this.#held) return
    this.#held = false
    this.process.running--
    this.caller.running--
    this.#memory.release()
    this.freed()
  }
}
