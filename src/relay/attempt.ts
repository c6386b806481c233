import type { Transform } from 'node:stream'
import type { GatewayError } from '../exchange/error.js'
import type { Call } from './call.js'
import type { Deadline, Deadlines } from './deadlines.js'
import { decompressor } from './decompress.js'
import type { StreamEnd, StreamSession } from './stream-session.js'
import type {
  UpstreamCall,
  UpstreamClient,
  UpstreamFailure,
  UpstreamHandler,
  UpstreamReplyHeaders,
  UpstreamRequest,
} from './upstream-client.js'
import { failureOfConnection, timedOut } from './upstream-failure.js'

export interface AttemptOptions {
  readonly call: Call
  readonly client: UpstreamClient
  readonly deadlines: Deadlines
  readonly request: UpstreamRequest
  readonly times: { readonly first_byte_ms: number; readonly reply_ms: number }
  /** Whole replies and error bodies up to here, after decoding. */
  readonly bodyLimit: number
  /** Asked for when an event stream begins: who takes it. Absent: a whole reply is expected. */
  readonly openStream?: (headers: UpstreamReplyHeaders) => StreamSession
}

export type AttemptResult =
  /** A whole body with whatever status. */
  | { readonly type: 'reply'; readonly status: number; readonly headers: UpstreamReplyHeaders; readonly body: Buffer }
  | { readonly type: 'streamed'; readonly end: StreamEnd; readonly headers: UpstreamReplyHeaders }
  | { readonly type: 'failed'; readonly error: GatewayError; /** The provider may have begun to work on it. */ readonly sent: boolean }
  | { readonly type: 'client-left' }

/** One call of one upstream: a whole reply is collected, an event stream is handed to its session. */
export function attempt(options: AttemptOptions): Promise<AttemptResult> {
  return new Promise((resolve) => {
    new Attempt(options, resolve).start()
  })
}

class Attempt implements UpstreamHandler, Deadline {
  dueAt: number
  #upstream: UpstreamCall | undefined
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
    this.dueAt = performance.now() + options.times.first_byte_ms
  }

  start(): void {
    const { client, request, deadlines, call } = this.options
    if (call.left) {
      this.resolve({ type: 'client-left' })
      return
    }
    deadlines.add(this)
    call.onLeave(this.#onLeave)
    this.#upstream = client.send(request, this)
  }

  interrupt(error: GatewayError): void {
    this.#fail(error)
  }

  onDue(): void {
    const { times } = this.options
    if (this.#status === 0) this.#fail(timedOut(`The provider did not answer within ${times.first_byte_ms} ms.`))
    else this.#fail(timedOut(`The provider's answer was not complete within ${times.reply_ms} ms.`))
  }

  onHead(status: number, headers: UpstreamReplyHeaders): void {
    this.#status = status
    this.#headers = headers
    this.dueAt += Math.max(0, this.options.times.reply_ms - this.options.times.first_byte_ms)
    const transform = decompressor(headers['content-encoding'])
    if (transform === 'unknown') {
      this.#fail({ kind: 'upstream_invalid', message: 'The provider compressed its answer in a way that this gateway cannot undo.' })
      return
    }
    if (status >= 200 && status < 300 && this.options.openStream !== undefined && isEventStream(headers)) {
      this.#session = this.options.openStream(headers)
      if (this.#upstream !== undefined) this.#session.attach(this.#upstream)
      this.#release()
      void this.#session.ended.then((end) => {
        this.#settle({ type: 'streamed', end, headers })
      })
    }
    if (transform !== undefined) this.#decompress(transform)
  }

  onData(chunk: Buffer): void {
    if (this.#transform !== undefined) this.#transform.write(chunk)
    else this.#take(chunk)
  }

  onEnd(): void {
    if (this.#transform !== undefined) this.#transform.end()
    else this.#finish()
  }

  onFailure(failure: UpstreamFailure): void {
    const error = failureOfConnection(failure)
    if (this.#session !== undefined) {
      this.#passOn()
      this.#session.lose(error)
    } else this.#settle({ type: 'failed', error, sent: this.#upstream?.sent ?? false })
  }

  #take(chunk: Buffer): void {
    if (this.#session !== undefined) {
      // One read of the socket brings many small pieces of a chunked body, one call each: they are passed on together.
      if (this.#gathered.push(chunk) === 1) queueMicrotask(this.#passOn)
      return
    }
    this.#size += chunk.length
    if (this.#size > this.options.bodyLimit)
      this.#fail({ kind: 'upstream_invalid', message: "The provider's answer is larger than this gateway reads." })
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
    transform.on('end', () => {
      this.#finish()
    })
    transform.on('error', () => {
      const error: GatewayError = { kind: 'upstream_invalid', message: "The provider's answer cannot be decompressed." }
      if (this.#session !== undefined) this.#session.fail(error)
      else this.#fail(error)
    })
  }

  #fail(error: GatewayError): void {
    this.#upstream?.abort()
    this.#transform?.destroy()
    this.#settle({ type: 'failed', error, sent: this.#upstream?.sent ?? false })
  }

  readonly #onLeave = (): void => {
    this.#upstream?.abort()
    this.#transform?.destroy()
    this.#settle({ type: 'client-left' })
  }

  #settle(result: AttemptResult): void {
    if (this.#closed) return
    this.#closed = true
    this.#release()
    this.resolve(result)
  }

  #release(): void {
    this.options.deadlines.remove(this)
    this.options.call.offLeave(this.#onLeave)
  }
}

/** Providers that stream say so; some leave the type out or say text/plain. JSON and HTML are no streams. */
function isEventStream(headers: UpstreamReplyHeaders): boolean {
  const type = headers['content-type']
  const text = (Array.isArray(type) ? type[0] : type)?.toLowerCase() ?? ''
  return !text.includes('json') && !text.includes('html') && !text.includes('xml')
}
