import type { IncomingMessage } from 'node:http'
import type { Lease } from '../access/lease.js'
import { GatewayFailure } from '../exchange/error.js'
import type { Deadline, Deadlines } from '../relay/deadlines.js'
import { BodyDecoder, type DecodedSink } from './body-decoder.js'
import { decoderBytes, type ContentCoding } from './content-coding.js'

export interface BodyCollectorOptions {
  /** Most bytes, as they come and decoded. One more is a 413. */
  readonly limit: number
  /** Milliseconds without progress, after which the body is a 408. */
  readonly idleMs: number
  readonly deadlines: Deadlines
  /** Takes the memory, piece by piece, for a body whose size is not known before. */
  readonly lease?: Lease | undefined
  readonly coding?: ContentCoding | undefined
}

/** Collects the bytes of a body, decoded, under limits while it is read (promises P08, P11, P14). */
export function collectBody(request: IncomingMessage, options: BodyCollectorOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    new BodyCollector(request, options, resolve, reject).start()
  })
}

export function tooLarge(limit: number): GatewayFailure {
  return new GatewayFailure({ kind: 'request_too_large', message: `The body is larger than ${limit} bytes.` })
}

class BodyCollector implements Deadline, DecodedSink {
  dueAt = 0
  slot: number | undefined
  #settled = false
  #size = 0
  readonly #chunks: Buffer[] = []
  readonly #decoder: BodyDecoder | undefined
  #decoderBytes = 0

  constructor(
    private readonly request: IncomingMessage,
    private readonly options: BodyCollectorOptions,
    private readonly resolve: (body: Buffer) => void,
    private readonly reject: (failure: GatewayFailure) => void,
  ) {
    this.#decoder = options.coding === undefined ? undefined : new BodyDecoder(request, options.coding, this)
  }

  start(): void {
    const { request, options } = this
    const decoder = this.#decoder
    this.dueAt = performance.now() + options.idleMs
    options.deadlines.add(this)
    const needed = options.coding === undefined ? 0 : decoderBytes[options.coding]
    const refusal = needed === 0 ? undefined : options.lease?.tryHold(needed)
    if (refusal !== undefined) {
      request.pause()
      this.fail(refusal)
      return
    }
    this.#decoderBytes = needed
    // The listeners stay: after the end they do nothing, which costs less than removing them.
    request.on('data', (chunk: Buffer) => {
      if (decoder === undefined) this.take(chunk)
      else this.#decode(decoder, chunk)
    })
    request.on('end', () => {
      if (decoder === undefined) this.finish()
      else if (!this.#settled) decoder.end()
    })
    request.on('close', () => {
      // A body that has come in full may still be decoded.
      if (!this.#settled && !request.readableEnded)
        this.fail(new GatewayFailure({ kind: 'invalid_request', message: 'The body ended early.' }))
    })
    request.on('error', () => undefined)
  }

  onDue(): void {
    this.fail(new GatewayFailure({ kind: 'request_timeout', message: `The body made no progress for ${this.options.idleMs} ms.` }))
  }

  take(chunk: Buffer): void {
    if (this.#settled) return
    this.#size += chunk.length
    if (this.#size > this.options.limit) {
      this.request.pause()
      this.fail(tooLarge(this.options.limit))
      return
    }
    const refusal = this.options.lease?.tryHold(chunk.length)
    if (refusal !== undefined) {
      this.request.pause()
      this.fail(refusal)
      return
    }
    this.#chunks.push(chunk)
    // The first piece is mostly the whole body.
    if (this.#chunks.length > 1) this.dueAt = performance.now() + this.options.idleMs
  }

  finish(): void {
    if (this.#settled) return
    this.#settle()
    const [only] = this.#chunks
    // A decoded piece is copied, since it keeps the whole buffer of its decoder in memory.
    const isWhole = this.#chunks.length === 1 && only !== undefined && this.#decoder === undefined
    this.resolve(isWhole ? only : Buffer.concat(this.#chunks))
  }

  fail(failure: GatewayFailure): void {
    if (this.#settled) return
    this.#settle()
    // The listeners keep this collector while the client leaves its connection open.
    this.#chunks.length = 0
    this.reject(failure)
  }

  #decode(decoder: BodyDecoder, chunk: Buffer): void {
    if (this.#settled) return
    this.dueAt = performance.now() + this.options.idleMs
    decoder.push(chunk)
    if (decoder.received <= this.options.limit) return
    this.request.pause()
    this.fail(tooLarge(this.options.limit))
  }

  #settle(): void {
    this.#settled = true
    this.#decoder?.stop()
    if (this.#decoderBytes > 0) this.options.lease?.free(this.#decoderBytes)
    this.options.deadlines.remove(this)
  }
}
