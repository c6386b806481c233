import { PiecedBody } from '../../json/pieced-body.js'
import type { FinishedRecord } from '../../record/request-record.js'
import type { UpstreamRequest, UpstreamSender } from '../upstream/upstream-handler.js'
import type { ReplyTracer, TracedAttempt, TracedHeaders, TracedReply } from './traced.js'
import { TracedHandler } from './traced-handler.js'

interface TraceOptions {
  readonly id: string
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** All together. */
  readonly mostBytes: number
  /** Of each body. */
  readonly mostOfBody: number
  /** Called for everything that is recorded. */
  readonly onKept?: (trace: Trace, bytes: number) => void
}

/** What was sent and received for one request: the beginning of each body. What comes beyond is only counted. */
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
        const body = beginningOf(request.body, this.options.mostOfBody)
        const attempt: TracedAttempt = {
          atMs: this.age,
          ...target(),
          request: withoutBody(request),
          body: body === undefined ? undefined : this.#beginningOf(body.bytes, 0),
          bodyBytes: body?.length ?? 0,
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
    this.body = this.#beginningOf(body, 0)
  }

  finish({ style, model, conversion }: FinishedRecord): void {
    this.outcome = { style, model, conversion }
  }

  beginReply(status: number, headers: TracedHeaders): TracedReply {
    return { atMs: this.age, status, headers, pieces: [], bytes: 0 }
  }

  add(reply: TracedReply, bytes: Buffer): void {
    const beginning = bytes.length === 0 ? undefined : this.#beginningOf(bytes, reply.bytes)
    reply.bytes += bytes.length
    // A copy: the upstream's buffer is used again.
    if (beginning !== undefined) reply.pieces.push({ atMs: this.age, bytes: Buffer.from(beginning) })
  }

  /** Stops recording. */
  drop(): void {
    this.#dropped = true
    this.attempts.length = 0
    this.reply = this.body = undefined
  }

  /** As much of the bytes as may be kept. `before`: how many of the same body came before them. Each piece costs more than its bytes. */
  #beginningOf(bytes: Buffer, before: number): Buffer | undefined {
    const room = this.#dropped ? 0 : Math.min(this.options.mostBytes - this.#bytes - pieceBytes, this.options.mostOfBody - before)
    if (bytes.length > room) this.cut = true
    if (room <= 0) return undefined
    // A part of a buffer would keep all of it.
    const beginning = bytes.length <= room ? bytes : Buffer.from(bytes.subarray(0, room))
    const cost = beginning.length + pieceBytes
    this.#bytes += cost
    this.options.onKept?.(this, cost)
    return beginning
  }
}

const pieceBytes = 100
const mostAttempts = 20

function withoutBody({ body: _body, ...request }: UpstreamRequest): Omit<UpstreamRequest, 'body'> {
  return request
}

/** The length of a body in bytes, and at least `most` of them from its beginning, if it has so many. Streamed bodies are not recorded. */
function beginningOf(body: UpstreamRequest['body'], most: number): { readonly length: number; readonly bytes: Buffer } | undefined {
  // One byte more tells that it goes on.
  if (body instanceof PiecedBody) return { length: body.length, bytes: body.beginning(most + 1) }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return Buffer.isBuffer(bytes) ? { length: bytes.length, bytes } : undefined
}
