import { GatewayFailure } from '../exchange/error.js'

/** Bytes that the process or one caller holds in memory. */
export interface HeldBytes {
  /** Request bodies (a body that is still being sent counts with its announced length) and data that connections keep. */
  bytes: number
  /** Those of requests whose body came compressed. */
  ofCompressed: number
}

/** Memory that is used only as long as nothing else needs it: of caches. */
export interface SpareMemory {
  readonly bytes: number
  /** Gives back what it takes beyond this. */
  shrinkTo(bytes: number): void
}

/** Those of the process, with the spare memory that bodies leave. */
export interface ProcessBytes extends HeldBytes {
  spare?: SpareMemory
}

/** The memory that one request or one connection holds. It counts against the process's budget and against its caller's half of that. */
export class Holding {
  #bytes = 0
  #isOfCompressed = false

  constructor(
    private readonly process: ProcessBytes,
    private readonly caller: HeldBytes,
    private readonly memoryBytes: number,
  ) {}

  /**
   * Takes more memory, before it is used. Returns the refusal where the process has none left or the caller has half of it: the other half
   * is for other callers.
   */
  tryHold(bytes: number): GatewayFailure | undefined {
    if (this.process.bytes + bytes > this.memoryBytes || this.caller.bytes + bytes > this.memoryBytes / 2) return full()
    if (this.#isOfCompressed && this.#exceedsShareOfCompressed(bytes)) return full()
    this.#change(bytes)
    this.#reclaim()
    return undefined
  }

  /** Spare memory takes nothing that bodies need. */
  #reclaim(): void {
    const { spare, bytes } = this.process
    const left = this.memoryBytes - bytes
    if (spare !== undefined && spare.bytes > left) spare.shrinkTo(left)
  }

  get isOfCompressed(): boolean {
    return this.#isOfCompressed
  }

  /** From now on it counts as the memory of a body that came compressed. */
  countAsCompressed(): void {
    if (this.#isOfCompressed) return
    this.#isOfCompressed = true
    this.process.ofCompressed += this.#bytes
    this.caller.ofCompressed += this.#bytes
  }

  /**
   * A few bytes on the wire become megabytes: bodies that came compressed take at most three eighths of the memory together, those of one
   * caller a quarter. What decompressors leave behind, which is not counted, then fits in the half of it. A body that is the only one may be
   * larger than these shares.
   */
  #exceedsShareOfCompressed(bytes: number): boolean {
    return this.#exceeds(bytes, this.process, 3 / 8) || this.#exceeds(bytes, this.caller, 1 / 4)
  }

  #exceeds(bytes: number, { ofCompressed }: HeldBytes, share: number): boolean {
    return ofCompressed !== this.#bytes && ofCompressed + bytes > this.memoryBytes * share
  }

  /** Gives back some of the memory. */
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
    if (!this.#isOfCompressed) return
    this.process.ofCompressed += bytes
    this.caller.ofCompressed += bytes
  }
}

function full(): GatewayFailure {
  return new GatewayFailure({
    kind: 'overloaded',
    message: 'The gateway holds as many bytes of request bodies as it may. Try again in 1s.',
    retryAfterSeconds: 1,
  })
}
