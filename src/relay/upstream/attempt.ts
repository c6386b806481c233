import type { Transform } from 'node:stream'
import type { UpstreamTimes } from '../../config/configuration.js'
import { freePiece } from '../../engine/garbage.js'
import type { GatewayError } from '../../exchange/error.js'
import type { GatewayRequest } from '../gateway-request.js'
import type { Deadline, Deadlines } from '../deadlines.js'
import { isBusy, replyStage } from '../turn-stages.js'
import { decompressor } from './decompress.js'
import { CollectedBytes } from './collected-bytes.js'
import { mostErrorBytes } from './reply-bounds.js'
import { hasTooManyHeaders, isEventStream } from './reply-head.js'
import type { StreamEnd, StreamSession } from '../stream/stream-session.js'
import type {
  UpstreamControl,
  UpstreamFailure,
  UpstreamHandler,
  UpstreamReplyHeaders,
  UpstreamRequest,
  UpstreamSender,
} from './upstream-handler.js'
import { failureOfConnection, noMemory, timedOut } from './upstream-failure.js'

export interface AttemptOptions {
  readonly request: GatewayRequest
  readonly client: UpstreamSender
  readonly deadlines: Deadlines
  readonly outgoing: UpstreamRequest
  readonly times: Pick<UpstreamTimes, 'connect_ms' | 'first_byte_ms' | 'reply_ms' | 'stream_total_ms'>
  /** Most bytes of whole replies and error bodies, after decoding. */
  readonly bodyLimit: number
  /** Returns the session for an event stream, when it begins. Absent: a whole reply is expected. */
  readonly openStream?: (headers: UpstreamReplyHeaders) => StreamSession
}

export type AttemptResult =
  /** A whole body, with any status. */
  | { readonly type: 'reply'; readonly status: number; readonly headers: UpstreamReplyHeaders; readonly body: Buffer }
  | { readonly type: 'streamed'; readonly end: StreamEnd; readonly headers: UpstreamReplyHeaders }
  | {
      readonly type: 'failed'
      readonly error: GatewayError
      /** Whether the provider may have begun to process the request. */
      readonly sent: boolean
      /** Whether no other attempt may follow: the time for all is over, or the gateway gave up the reply. */
      readonly final?: boolean
    }
  | { readonly type: 'client-left' }

/** One attempt at one target: a whole reply is collected, an event stream is handed to its session. */
export function attempt(options: AttemptOptions): Promise<AttemptResult> {
  return new Promise((resolve) => {
    new Attempt(options, resolve).start()
  })
}

class Attempt implements UpstreamHandler, UpstreamControl, Deadline {
  dueAt: number
  slot: number | undefined = undefined
  readonly #startedAt = performance.now()
  #started = false
  /** The upstream has ended. */
  #over = false
  #upstream: UpstreamControl | undefined
  #session: StreamSession | undefined
  #transform: Transform | undefined
  #status = 0
  #headers: UpstreamReplyHeaders = {}
  #body: CollectedBytes | undefined
  /** Bytes of an error's body beyond what is read of it. */
  #unkept = 0
  /** Pieces of a stream that arrived in this turn of the event loop. */
  #gathered: Buffer[] = []
  #closed = false

  constructor(
    private readonly options: AttemptOptions,
    private readonly resolve: (result: AttemptResult) => void,
  ) {
    this.dueAt = Math.min(this.#startedAt + options.times.connect_ms, this.#headDueAt)
  }

  start(): void {
    const { client, outgoing, deadlines, request } = this.options
    if (request.left) {
      this.resolve({ type: 'client-left' })
      return
    }
    deadlines.add(this)
    request.onLeave(this.#onLeave)
    this.#upstream = client.send(outgoing, this)
  }

  get sent(): boolean {
    return this.#upstream?.sent ?? false
  }

  abort(): void {
    this.#over = true
    this.#upstream?.abort()
    this.#transform?.destroy()
  }

  pause(): void {
    this.#upstream?.pause()
    this.#transform?.pause()
  }

  resume(): void {
    this.#transform?.resume()
    this.#upstream?.resume()
  }

  interrupt(error: GatewayError): void {
    if (this.#closed) this.#letGo()
    else this.#fail(error)
  }

  onDue(): void {
    const { times } = this.options
    if (this.#closed) this.#letGo()
    else if (!this.#started && performance.now() < this.#headDueAt) this.#fail(notReached(times.connect_ms))
    else if (this.#status === 0 && this.options.openStream !== undefined) this.#fail(noHead(times.first_byte_ms))
    else this.#fail(timedOut(`The provider's answer was not complete within ${times.reply_ms} ms.`), true)
  }

  onStart(): void {
    this.#started = true
    this.dueAt = this.#headDueAt
  }

  /** When a plain reply must be complete, for all attempts together. Its headers arrive when the model has finished, so it has no other limit. */
  get #replyDueAt(): number {
    return (this.options.request.attemptsSince ?? this.#startedAt) + this.options.times.reply_ms
  }

  /** When the headers of a stream must have arrived. */
  get #headDueAt(): number {
    const { times, openStream } = this.options
    if (openStream === undefined) return this.#replyDueAt
    return this.#startedAt + Math.min(times.first_byte_ms, times.stream_total_ms)
  }

  onHead(status: number, headers: UpstreamReplyHeaders): void {
    this.#status = status
    this.#headers = headers
    this.dueAt = this.#replyDueAt
    if (hasTooManyHeaders(headers)) {
      this.#fail({ kind: 'upstream_invalid', message: "The provider's answer has too many headers." })
      return
    }
    const transform = decompressor(headers['content-encoding'])
    if (transform === 'unknown') {
      this.#fail({ kind: 'upstream_invalid', message: "The provider's answer has a content encoding that this gateway does not support." })
      return
    }
    if (this.options.openStream !== undefined && status >= 200 && status < 300 && isEventStream(status, headers)) {
      this.#session = this.options.openStream(headers)
      this.#session.attach(this)
      this.#release()
      void this.#session.ended.then((end) => {
        this.#settle({ type: 'streamed', end, headers })
        if (!this.#over) this.#linger()
      })
    } else if (Number(headers['content-length'] ?? 0) > this.options.bodyLimit) {
      this.#fail(tooLarge)
      return
    }
    if (transform !== undefined) this.#decompress(transform)
  }

  onData(chunk: Buffer): void {
    if (this.#transform === undefined) this.#take(chunk)
    else if (!this.#transform.write(chunk)) this.#upstream?.pause()
  }

  onEnd(): void {
    this.#end()
    if (this.#transform !== undefined) this.#transform.end()
    else this.#finish()
  }

  onFailure(failure: UpstreamFailure): void {
    this.#end()
    const cut = failure.detail === 'UND_ERR_SOCKET' && this.#status !== 0 && this.#headers['content-length'] !== undefined
    const error = cut ? shorter : failureOfConnection(failure, this.options.outgoing.origin)
    if (this.#session !== undefined) {
      this.#passOn()
      this.#session.lose(error)
    } else this.#settle({ type: 'failed', error, sent: this.sent })
  }

  #take(chunk: Buffer): void {
    if (this.#session !== undefined) {
      if (chunk.length >= bigPieceBytes) {
        // Joining big pieces would only copy them.
        this.#passOn()
        this.#session.push(chunk)
        return
      }
      // One read of the socket has many small pieces of a chunked body, one callback each: they are passed on together.
      const count = this.#gathered.push(chunk)
      if (count === 1) queueMicrotask(this.#passOn)
      // Thousands of objects that are alive at a collection would be kept.
      else if (count === mostGathered) this.#gathered = [Buffer.concat(this.#gathered)]
      return
    }
    this.#body ??= new CollectedBytes(this.options.bodyLimit, this.options.request.lease)
    if (this.#isError && this.#body.length >= mostErrorBytes) {
      this.#unkept += chunk.length
      if (this.#body.length + this.#unkept > this.options.bodyLimit) this.#fail(tooLarge)
      return
    }
    if (this.#body.add(chunk)) return
    if (this.#body.isRefused) this.#fail(noMemory, true)
    else this.#fail(tooLarge)
  }

  get #isError(): boolean {
    return this.#status >= 300
  }

  readonly #passOn = (): void => {
    const chunks = this.#gathered
    const [only] = chunks
    if (only === undefined) return
    this.#gathered = []
    this.#session?.push(chunks.length === 1 ? only : Buffer.concat(chunks))
  }

  #finish(): void {
    if (this.#session !== undefined) {
      this.#passOn()
      this.#session.end()
    } else this.#settle({ type: 'reply', status: this.#status, headers: this.#headers, body: this.#body?.take() ?? Buffer.alloc(0) })
  }

  #decompress(transform: Transform): void {
    this.#transform = transform
    transform.on('data', (chunk: Buffer) => {
      if (!this.#closed || this.#session !== undefined) this.#take(chunk)
      if (this.#body?.copies === true) freePiece(chunk)
    })
    transform.on('drain', () => {
      this.#upstream?.resume()
    })
    transform.on('end', () => {
      this.#finish()
    })
    transform.on('error', () => {
      const error: GatewayError = { kind: 'upstream_invalid', message: "The provider's answer cannot be decompressed." }
      if (this.#session !== undefined) this.#session.fail(error)
      else this.#fail(error)
    })
  }

  #fail(error: GatewayError, final = false): void {
    const { sent } = this
    this.abort()
    this.#settle({ type: 'failed', error, sent, final })
  }

  readonly #onLeave = (): void => {
    this.abort()
    this.#settle({ type: 'client-left' })
  }

  /** The upstream has ended the body. */
  #end(): void {
    this.#over = true
    if (this.#closed) this.#release()
  }

  /** The stream is complete, but the provider does not end the body. */
  #letGo(): void {
    this.abort()
    this.#release()
  }

  /** After a complete stream the connection returns to its pool, if the provider ends the body soon. */
  #linger(): void {
    this.dueAt = performance.now() + lingerMs
    this.options.deadlines.add(this)
  }

  #settle(result: AttemptResult): void {
    if (this.#closed) return
    this.#closed = true
    this.#body?.drop()
    this.#release()
    const settle = (): void => {
      this.resolve(result)
    }
    if (result.type === 'reply' && isBusy()) replyStage.add({ runStage: settle })
    else settle()
  }

  #release(): void {
    this.options.deadlines.remove(this)
    this.options.request.offLeave(this.#onLeave)
  }
}

const lingerMs = 2000
const bigPieceBytes = 4096
/** So many small pieces are joined before the others of their read have come. The events of a usual stream are fewer. */
const mostGathered = 1024

const noHead = (limitMs: number): GatewayError => timedOut(`The provider did not answer within ${limitMs} ms.`)
const notReached = (limitMs: number): GatewayError => ({
  ...timedOut(`The provider could not be reached within ${limitMs} ms.`),
  unreached: true,
})

const tooLarge: GatewayError = { kind: 'upstream_invalid', message: "The provider's answer is larger than this gateway reads." }
const shorter: GatewayError = { kind: 'upstream_invalid', message: "The provider's answer is shorter than its Content-Length." }
