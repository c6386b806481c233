import type { FinishedRecord } from '../../record/request-record.js'
import type { UpstreamRequest, UpstreamSender } from '../upstream/upstream-handler.js'
import type { ReplyTracer, TracedAttempt, TracedHeaders, TracedReply } from './traced.js'
import { TracedHandler } from './traced-handler.js'

interface TraceOptions {
  readonly id: string
  /** The id of the session of the console. */
  readonly session: string
  readonly userId: string
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly mostBytes: number
  /** Called for everything that is kept. */
  readonly onKept: (trace: Trace, bytes: number) => void
}

/** What was sent and received for one request, limited in size: what comes beyond is only counted. */
export class Trace implements ReplyTracer {
  readonly attempts: TracedAttempt[] = []
  reply: TracedReply | undefined
  /** The client's. */
  request: { readonly method: string; readonly path: string; readonly headers: TracedHeaders } | undefined
  /** The client's, where it was read and is kept. */
  body: Buffer | undefined
  bodyBytes = 0
  /** Set when the reply has ended. */
  outcome: Pick<FinishedRecord, 'style' | 'model' | 'conversion'> | undefined
  /** Whether something was too long to be kept. */
  cut = false
  #bytes = 0
  #dropped = false
  readonly #begunAt: number

  constructor(private readonly options: TraceOptions) {
    this.#begunAt = options.clock()
  }

  get id(): string {
    return this.options.id
  }

  get session(): string {
    return this.options.session
  }

  get userId(): string {
    return this.options.userId
  }

  get startedAt(): number {
    return this.options.startedAt
  }

  /** That are kept. */
  get bytes(): number {
    return this.#bytes
  }

  /** Milliseconds since the request. */
  get age(): number {
    return Math.round(this.options.clock() - this.#begunAt)
  }

  /** The same client, traced. `target`: of the attempt that sends. */
  client(client: UpstreamSender, target: () => { readonly provider: string; readonly model: string }): UpstreamSender {
    return {
      send: (request, handler) => {
        const size = sizeOf(request.body)
        const attempt: TracedAttempt = {
          atMs: this.age,
          ...target(),
          request: this.#mayKeep(size) ? request : withoutBody(request),
          bodyBytes: size,
          reply: undefined,
          error: undefined,
        }
        if (this.attempts.length < mostAttempts) this.attempts.push(attempt)
        return client.send(request, new TracedHandler(handler, this, attempt))
      },
    }
  }

  takeBody(body: Buffer): void {
    if (this.bodyBytes > 0) return
    this.bodyBytes = body.length
    this.body = this.#mayKeep(body.length) ? body : undefined
  }

  finish({ style, model, conversion }: FinishedRecord): void {
    this.outcome = { style, model, conversion }
  }

  beginReply(status: number, headers: TracedHeaders): TracedReply {
    return { atMs: this.age, status, headers, pieces: [], bytes: 0 }
  }

  add(reply: TracedReply, bytes: Buffer): void {
    reply.bytes += bytes.length
    if (bytes.length > 0 && this.#mayKeep(bytes.length)) reply.pieces.push({ atMs: this.age, bytes: Buffer.from(bytes) })
  }

  /** Keeps nothing any more. */
  drop(): void {
    this.#dropped = true
    this.attempts.length = 0
    this.reply = this.body = undefined
  }

  /** Each piece costs more than its bytes. */
  #mayKeep(bytes: number): boolean {
    const cost = bytes + pieceBytes
    if (this.#dropped || this.#bytes + cost > this.options.mostBytes) {
      this.cut = true
      return false
    }
    this.#bytes += cost
    this.options.onKept(this, cost)
    return true
  }
}

const pieceBytes = 100
const mostAttempts = 20

function withoutBody({ body: _body, ...request }: UpstreamRequest): UpstreamRequest {
  return request
}

function sizeOf(body: UpstreamRequest['body']): number {
  return typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : 0
}
