import { GatewayFailure } from '../exchange/error.js'

/** What runs now, of the process or of one caller. */
export interface Running {
  /** Requests. */
  running: number
  /** Bytes of request bodies in memory, half-sent ones as they were announced. */
  bytes: number
}

/**
 * What one request holds while it runs: a slot of the process and of its caller, and memory for its body. Given back once, however
 * often that is asked.
 */
export class Lease {
  #held = true
  #bytes = 0

  constructor(
    private readonly process: Running,
    private readonly caller: Running,
    private readonly memoryBytes: number,
  ) {
    process.running++
    caller.running++
  }

  /**
   * Takes memory, before it is used. Throws `GatewayFailure` where the process has no more, or the caller has half of it: the other half
   * is there for others (promise P43).
   */
  hold(bytes: number): void {
    const refusal = this.tryHold(bytes)
    if (refusal !== undefined) throw refusal
  }

  /** The same, for callers that cannot throw: returns why not. */
  tryHold(bytes: number): GatewayFailure | undefined {
    if (!this.#held) return undefined
    if (this.process.bytes + bytes > this.memoryBytes || this.caller.bytes + bytes > this.memoryBytes / 2) return full()
    this.#bytes += bytes
    this.process.bytes += bytes
    this.caller.bytes += bytes
    return undefined
  }

  release(): void {
    if (!this.#held) return
    this.#held = false
    this.process.running--
    this.caller.running--
    this.process.bytes -= this.#bytes
    this.caller.bytes -= this.#bytes
  }
}

function full(): GatewayFailure {
  return new GatewayFailure({
    kind: 'overloaded',
    message: 'The gateway holds as many bytes of request bodies as it may. Try again in 1s.',
    retryAfterSeconds: 1,
  })
}
