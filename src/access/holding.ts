import { GatewayFailure } from '../exchange/error.js'

/** Bytes in memory, of the process or of one caller. */
export interface HeldBytes {
  /** Of request bodies, half-sent ones as they were announced, and of what connections keep. */
  bytes: number
}

/** Memory that one request or one connection holds, of the process's budget and of its caller's half of it. */
export class Holding {
  #bytes = 0

  constructor(
    private readonly process: HeldBytes,
    private readonly caller: HeldBytes,
    private readonly memoryBytes: number,
  ) {}

  /**
   * Takes more memory, before it is used. Returns why not where the process has no more, or the caller has half of it: the other half
   * is there for others (promise P43).
   */
  tryHold(bytes: number): GatewayFailure | undefined {
    if (this.process.bytes + bytes > this.memoryBytes || this.caller.bytes + bytes > this.memoryBytes / 2) return full()
    this.#change(bytes)
    return undefined
  }

  /** Gives some of it back. */
  free(bytes: number): void {
    this.#change(-Math.min(bytes, this.#bytes))
  }

  release(): void {
    this.#change(-this.#bytes)
  }

  #change(bytes: number): void {
    this.#bytes += bytes
    this.process.bytes += bytes
    this.caller.bytes += bytes
  }
}

function full(): GatewayFailure {
  return new GatewayFailure({
    kind: 'overloaded',
    message: 'The gateway holds as many bytes of request bodies as it may. Try again in 1s.',
    retryAfterSeconds: 1,
  })
}
