import type { Transform } from 'node:stream'
import type { UpstreamTimes } from '../../config/configuration.js'
import type { GatewayError } from '../../exchange/error.js'
import type { GatewayRequest } from '../gateway-request.js'
import type { Deadline, Deadlines } from '../deadlines.js'
import { decompressor } from './decompress.js'
import type { StreamEnd, StreamSession } from '../stream/stream-session.js'
import type {
  UpstreamControl,
  UpstreamClient,
  UpstreamFailure,
  UpstreamHandler,
  UpstreamReplyHeaders,
  UpstreamRequest,
} from './upstream-client.js'
import { failureOfConnection, timedOut } from './upstream-failure.js'

export interface AttemptOptions {
  readonly request: GatewayRequest
  readonly client: UpstreamClient
  readonly deadlines: Deadlines
  readonly outgoing: UpstreamRequest
  readonly times: Pick<UpstreamTimes, 'connect_ms' | 'first_byte_ms' | 'reply_ms' | 'stream_total_ms'>
  /** Whole replies and error bodies up to here, after decoding. */
  readonly bodyLimit: number
  /** Asked for when an event stream begins: who takes it. Absent: a whole reply is expected. */
  readonly openStream?: (headers: UpstreamReplyHeaders) => StreamSession
  /** The stream's pipe also reads a whole reply of JSON. */
  readonly takesJson?: boolean
}

export type AttemptResult =
  /** A whole body with whatever status. */
  | { readonly type: 'reply'; readonly status: number; readonly headers: UpstreamReplyHeaders; readonly body: Buffer }
  | { readonly type: 'streamed'; readonly end: StreamEnd; readonly headers: UpstreamReplyHeaders }
  | {
      readonly type: 'failed'
      readonly error: GatewayError
      /** The provider may have begun to work on it. */
      readonly sent: boolean
      /** The time for the whole reply is over: there is none for another attempt. */
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
  /** Nothing more comes from the upstream. */
  #over = false
  #upstream: UpstreamControl | undefined
  #session: StreamSession | undefined
  #transform: Transform | undefined
  #status = 0
  #headers: UpstreamReplyHeaders = {}
  #chunks: Buffer[] = []
  /** Pieces of a stream that came in this turn of the event loop. */
  #gathered: Buffer[] = []
  #size = 0
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

  /** When all of a plain reply must be there, whichever attempt brings it. Its head comes when the model has finished, so there is no other limit for it. */
  get #replyDueAt(): number {
    return (this.options.request.attemptsSince ?? this.#startedAt) + this.options.times.reply_ms
  }

  /** A stream's head comes early. */
  get #headDueAt(): number {
    const { times, openStream } = this.options
    if (openStream === undefined) return this.#replyDueAt
    return this.#startedAt + Math.min(times.first_byte_ms, times.stream_total_ms)
  }

  onHead(status: number, headers: UpstreamReplyHeaders): void {
    this.#status = status
    this.#headers = headers
    this.dueAt = this.#replyDueAt
    if (headerCount(headers) > headerLimit) {
      this.#fail({ kind: 'upstream_invalid', message: "The provider's answer has too many headers." })
      return
    }
    const transform = decompressor(headers['content-encoding'])
    if (transform === 'unknown') {
      this.#fail({ kind: 'upstream_invalid', message: 'The provider compressed its answer in a way that this gateway cannot undo.' })
      return
    }
    if (
      this.options.openStream !== undefined &&
      status >= 200 &&
      status < 300 &&
      isEventStream(status, headers, this.options.takesJson === true)
    ) {
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
        // Putting big pieces together would only copy them.
        this.#passOn()
        this.#session.push(chunk)
        return
      }
      // One read of the socket brings many small pieces of a chunked body, one callback each: they are passed on together.
      if (this.#gathered.push(chunk) === 1) queueMicrotask(this.#passOn)
      return
    }
    this.#size += chunk.length
    if (this.#size > this.options.bodyLimit) this.#fail(tooLarge)
    else this.#chunks.push(chunk)
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
    } else {
      const [only] = this.#chunks
      const body = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks)
      this.#settle({ type: 'reply', status: this.#status, headers: this.#headers, body })
    }
  }

  #decompress(transform: Transform): void {
    this.#transform = transform
    transform.on('data', (chunk: Buffer) => {
      if (!this.#closed || this.#session !== undefined) this.#take(chunk)
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
    this.#chunks = []
    this.#settle({ type: 'failed', error, sent, final })
  }

  readonly #onLeave = (): void => {
    this.abort()
    this.#settle({ type: 'client-left' })
  }

  /** The upstream has ended by itself. */
  #end(): void {
    this.#over = true
    if (this.#closed) this.#release()
  }

  /** The answer of a stream is complete, but its provider does not end it. */
  #letGo(): void {
    this.abort()
    this.#release()
  }

  /** After a complete answer the connection goes back to its pool, if the provider ends the body before long. */
  #linger(): void {
    this.dueAt = performance.now() + lingerMs
    this.options.deadlines.add(this)
  }

  #settle(result: AttemptResult): void {
    if (this.#closed) return
    this.#closed = true
    this.#release()
    this.resolve(result)
  }

  #release(): void {
    this.options.deadlines.remove(this)
    this.options.request.offLeave(this.#onLeave)
  }
}

const lingerMs = 2000
const bigPieceBytes = 4096
const headerLimit = 500

const noHead = (limitMs: number): GatewayError => timedOut(`The provider did not answer within ${limitMs} ms.`)
const notReached = (limitMs: number): GatewayError => ({
  ...timedOut(`The provider could not be reached within ${limitMs} ms.`),
  unreached: true,
})

const tooLarge: GatewayError = { kind: 'upstream_invalid', message: "The provider's answer is larger than this gateway reads." }
const shorter: GatewayError = { kind: 'upstream_invalid', message: "The provider's answer is shorter than its head says." }

function headerCount(headers: UpstreamReplyHeaders): number {
  let count = 0
  for (const name in headers) {
    const value = headers[name]
    count += Array.isArray(value) ? value.length : 1
  }
  return count
}

/** Providers that stream say so; some leave the type out or say text/plain. JSON and HTML are no streams, nor is a reply without a body. */
function isEventStream(status: number, headers: UpstreamReplyHeaders, takesJson: boolean): boolean {
  if (status === 204 || status === 205) return false
  const type = headers['content-type']
  const text = (Array.isArray(type) ? type[0] : type)?.toLowerCase() ?? ''
  return (takesJson || !text.includes('json')) && !text.includes('html') && !text.includes('xml')
}
