import type { IncomingMessage } from 'node:http'
import type { Lease } from '../access/lease.js'
import { GatewayFailure } from '../exchange/error.js'
import type { Deadline, Deadlines } from '../relay/deadlines.js'
import { BodyDecoder, type DecodedSink } from './body-decoder.js'
import { ClientRequest, type BodyTaker } from './connections/client-request.js'
import { decoderBytes, type ContentCoding } from './content-coding.js'
import { JoinedBytes } from './joined-bytes.js'
import { paceReading } from './reading-pace.js'

export interface BodyCollectorOptions {
  /** Most bytes, as they come and decoded. One more is a 413. */
  readonly limit: number
  /** Milliseconds without progress, after which the body is a 408. */
  readonly idleMs: number
  readonly deadlines: Deadlines
  /** Takes the memory as the body grows, where its size is not announced. */
  readonly lease?: Lease | undefined
  readonly coding?: ContentCoding | undefined
  /** Its size, decoded, where it is known: memory for it is taken already. */
  readonly announced?: number | undefined
}

/** Collects the bytes of a body, decoded, under limits while it is read. */
export function collectBody(request: IncomingMessage, options: BodyCollectorOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    new BodyCollector(request, options, resolve, reject).start()
  })
}

export function tooLarge(limit: number): GatewayFailure {
  return new GatewayFailure({ kind: 'request_too_large', message: `The body is larger than ${limit} bytes.` })
}

/** Bodies beyond this are read at a pace that lets others be served. */
const largeBytes = 256 * 1024

/** Bodies up to this come in a few pieces. */
const smallBytes = 64 * 1024

class BodyCollector implements Deadline, DecodedSink, BodyTaker {
  dueAt = 0
  slot: number | undefined
  #settled = false
  /** A body that came in one piece, as most do. */
  #whole: Buffer | undefined
  #joined: JoinedBytes | undefined
  readonly #decoder: BodyDecoder | undefined
  #decoderBytes = 0
  /** The request that gives its body without a stream. */
  #given: ClientRequest | undefined

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
    if (options.coding !== undefined) options.lease?.countAsCompressed()
    const needed = options.coding === undefined ? 0 : decoderBytes[options.coding]
    const refusal = needed === 0 ? undefined : options.lease?.tryHold(needed)
    if (refusal !== undefined) {
      request.pause()
      this.fail(refusal)
      return
    }
    this.#decoderBytes = needed
    if (request instanceof ClientRequest && options.announced !== undefined && options.announced <= smallBytes) {
      this.#given = request
      request.giveBody(this)
      return
    }
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
      if (!request.readableEnded) this.leave()
    })
    request.on('error', () => undefined)
  }

  onDue(): void {
    this.fail(new GatewayFailure({ kind: 'request_timeout', message: `The body made no progress for ${this.options.idleMs} ms.` }))
  }

  take(chunk: Buffer): void {
    if (this.#settled) return
    const { limit, announced, lease } = this.options
    if (this.#joined === undefined && chunk.length === announced) {
      this.#whole = chunk
      return
    }
    const joined = (this.#joined ??= new JoinedBytes(limit, announced))
    const isTooLarge = joined.length + chunk.length > limit
    const refusal = isTooLarge ? tooLarge(limit) : lease?.tryHold(joined.growth(chunk.length))
    if (refusal !== undefined) {
      this.request.pause()
      this.fail(refusal)
      return
    }
    joined.append(chunk)
    this.dueAt = performance.now() + this.options.idleMs
    // A decoder has a pace of its own.
    if (joined.length > largeBytes && this.#decoder === undefined) paceReading(this.request, chunk.length)
  }

  finish(): void {
    if (this.#settled) return
    this.#settle()
    this.resolve(this.#whole ?? this.#joined?.take() ?? Buffer.alloc(0))
  }

  leave(): void {
    this.fail(new GatewayFailure({ kind: 'invalid_request', message: 'The body ended early.' }))
  }

  fail(failure: GatewayFailure): void {
    if (this.#settled) return
    this.#settle()
    this.#given?.keepBody()
    // The listeners keep this collector while the client leaves its connection open.
    this.#whole = undefined
    this.#joined?.drop()
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
