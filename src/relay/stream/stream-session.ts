import type { UpstreamTimes } from '../../config/configuration.js'
import type { GatewayError } from '../../exchange/error.js'
import type { GatewayRequest } from '../gateway-request.js'
import type { Deadline, Deadlines } from '../deadlines.js'
import { ClientOutput } from './client-output.js'
import type { StreamOutput } from './long-output.js'
import type { Piped, PipeOutput, StreamPipe } from './stream-pipe.js'
import { timedOut } from '../upstream/upstream-failure.js'
import type { UpstreamControl } from '../upstream/upstream-handler.js'

export type StreamTimes = Pick<UpstreamTimes, 'hold_ms' | 'stream_idle_ms' | 'content_idle_ms' | 'stream_total_ms' | 'heartbeat_ms'>

export interface StreamSessionOptions {
  readonly request: GatewayRequest
  readonly pipe: StreamPipe
  readonly deadlines: Deadlines
  readonly times: StreamTimes
  /** Milliseconds without progress after which a client that does not read is cut off. */
  readonly clientStallMs: number
  /** Most bytes that are held back before the first content. */
  readonly heldBytes: number
  readonly headers: () => Readonly<Record<string, string>>
  /** What is sent while waiting after the headers; `''` where the dialect's clients accept nothing (then the headers wait for content too). */
  readonly heartbeat: string
  readonly startedAt: number
  /** Masks the provider's secrets. */
  readonly clean: (error: GatewayError) => GatewayError
}

/** How a stream ended. `uncommitted`: nothing was sent to the client; another attempt is possible. */
export type StreamEnd =
  | { readonly type: 'complete' }
  /** `final`: no other attempt may follow. */
  | { readonly type: 'failed'; readonly error: GatewayError; readonly committed: boolean; readonly final?: boolean }
  | { readonly type: 'client-left' }

/**
 * The client's side of one streamed reply: holds the headers back until there is content, keeps the connection
 * alive, watches for silence on either side, and pauses the upstream when the client does not read.
 */
export class StreamSession implements Deadline {
  dueAt = 0
  slot: number | undefined = undefined
  readonly ended: Promise<StreamEnd>
  #settle: (end: StreamEnd) => void = () => undefined
  #committed = false
  #closed = false
  /** The stream is over, and the client still has to read the end of it. */
  #finishing = false
  #held: StreamOutput[] = []
  #heldBytes = 0
  #upstream: UpstreamControl | undefined
  readonly #output: ClientOutput
  /** Time of the provider's last byte; pings and comments count. */
  #lastByte: number
  #lastContent: number
  #lastWrite = 0
  #stalledSince: number | undefined
  /** The pipe is busy with what came last; what comes after it waits. */
  #working = false
  #later: (() => void)[] = []

  constructor(private readonly options: StreamSessionOptions) {
    this.ended = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#output = new ClientOutput(options.request.response, this.#onDrain)
    this.#lastContent = this.#lastByte = performance.now()
    options.deadlines.add(this)
    this.#plan(this.#lastByte)
    options.request.onLeave(this.#onLeave)
  }

  attach(upstream: UpstreamControl): void {
    this.#upstream = upstream
  }

  get committed(): boolean {
    return this.#committed
  }

  push(chunk: Buffer): void {
    if (this.#over) return
    if (this.#working) {
      this.#later.push(() => {
        this.push(chunk)
      })
      return
    }
    this.#lastByte = performance.now()
    let output: Piped
    try {
      output = this.options.pipe.push(chunk)
    } catch {
      output = unreadable
    }
    if (output instanceof Promise) this.#await(output, this.#take)
    else this.#take(output)
  }

  end(): void {
    this.#last(this.#take)
  }

  /** The upstream disconnected or was silent for too long: a failure, unless the terminal mark was already seen. */
  lose(error: GatewayError, final = false): void {
    if (this.#over) return
    if (this.options.pipe.unframed === true) {
      this.fail(error, final)
      return
    }
    this.#last((last) => {
      if (last.ended !== 'complete') {
        this.fail(error, final)
        return
      }
      this.#upstream?.abort()
      this.#take(last)
    })
  }

  /** The provider sent an error, or something unreadable. */
  fail(error: GatewayError, final = false): void {
    if (this.#closed) return
    this.#upstream?.abort()
    if (!this.#committed) {
      this.#close({ type: 'failed', error, committed: false, final })
      return
    }
    const end: StreamEnd = { type: 'failed', error, committed: true }
    if (this.options.pipe.unframed === true || this.#finishing) {
      // Closed first: destroying the response must not look as if the client had left.
      this.#close(end)
      this.options.request.response.destroy()
      return
    }
    this.#write(this.options.pipe.failure(error))
    this.#finish(end)
  }

  interrupt(error: GatewayError): void {
    this.fail(error)
  }

  get #over(): boolean {
    return this.#closed || this.#finishing
  }

  #finish(end: StreamEnd): void {
    this.#finishing = true
    this.#output.end(() => {
      this.#close(end)
    })
    if (!this.#closed) this.#plan(performance.now())
  }

  onDue(now: number): void {
    const { times, clientStallMs } = this.options
    if (this.#stalledSince !== undefined && now - this.#stalledSince >= clientStallMs) {
      this.#upstream?.abort()
      this.options.request.response.destroy()
      this.#close({ type: 'client-left' })
    } else if (now - this.options.startedAt >= times.stream_total_ms)
      this.lose(timedOut(`The answer took longer than ${times.stream_total_ms} ms.`), true)
    else if (this.#stalledSince !== undefined) this.#plan(now)
    else if (now - this.#lastByte >= times.stream_idle_ms) this.lose(timedOut(`The provider sent nothing for ${times.stream_idle_ms} ms.`))
    else if (now - this.#lastContent >= times.content_idle_ms)
      this.lose(timedOut(`The provider sent no content for ${times.content_idle_ms} ms.`))
    else {
      if (!this.#committed && this.options.heartbeat !== '' && now - this.options.startedAt >= times.hold_ms) {
        this.#commit()
        this.#lastWrite = now
      } else if (this.#committed && this.options.heartbeat !== '' && now - this.#lastWrite >= times.heartbeat_ms)
        this.#write(this.options.heartbeat)
      this.#plan(now)
    }
  }

  #last(take: (last: PipeOutput) => void): void {
    if (this.#over) return
    if (this.#working) {
      this.#later.push(() => {
        this.#last(take)
      })
      return
    }
    let last: Piped
    try {
      last = this.options.pipe.end()
    } catch {
      last = unreadable
    }
    if (last instanceof Promise) this.#await(last, take)
    else take(last)
  }

  /** Waits for a pipe that works in many turns of the event loop; what arrives meanwhile is queued. */
  #await(piped: Promise<PipeOutput>, take: (output: PipeOutput) => void): void {
    this.#working = true
    this.#upstream?.pause()
    void piped
      .catch(() => unreadable)
      .then((output) => {
        this.#working = false
        if (this.#over) return
        take(output)
        this.#catchUp()
      })
  }

  #catchUp(): void {
    const later = this.#later
    this.#later = []
    for (const step of later) step()
    // Last, since what waits at the upstream may come at once.
    if (!this.#over && !this.#working && this.#stalledSince === undefined) this.#upstream?.resume()
  }

  readonly #take = ({ output, content, ended }: PipeOutput): void => {
    if (content) {
      this.#lastContent = this.#lastByte
      if (this.options.request.onContent !== undefined) this.#tellContent()
    }
    if (ended !== undefined && ended !== 'complete') {
      if (content) this.#send(output)
      else if (output.length > 0) this.#hold(output)
      // The gateway's own reason holds for every target.
      this.fail(this.options.clean(ended), ended.givenUp)
      return
    }
    if (content || ended === 'complete') this.#send(output)
    else if (output.length > 0) this.#hold(output)
    if (ended === 'complete') {
      // Bytes after the terminal mark are ignored; the connection returns to its pool.
      this.#finish({ type: 'complete' })
    } else this.#plan(this.#lastByte)
  }

  #tellContent(): void {
    const { request } = this.options
    const tell = request.onContent
    request.onContent = undefined
    tell?.()
  }

  #hold(output: StreamOutput): void {
    if (this.#committed) {
      this.#write(output)
      return
    }
    this.#held.push(output)
    this.#heldBytes += output.length
    // No more is held: from here on the client's pace counts, and no other target is tried.
    if (this.#heldBytes > this.options.heldBytes) this.#commit()
  }

  #send(output: StreamOutput): void {
    if (!this.#committed) this.#commit()
    this.#write(output)
  }

  #commit(): void {
    const { request } = this.options
    this.#committed = true
    request.record.firstByte()
    request.response.writeHead(200, this.options.headers())
    if (this.#held.length === 0) request.response.flushHeaders()
    for (const output of this.#held) this.#write(output)
    this.#held = []
  }

  #write(output: StreamOutput): void {
    if (output.length === 0) return
    this.#lastWrite = performance.now()
    if (this.#output.write(output) || this.#stalledSince !== undefined) return
    this.#stalledSince = this.#lastWrite
    this.#upstream?.pause()
  }

  readonly #onDrain = (room: boolean): void => {
    if (this.#closed) return
    this.#lastContent = this.#lastByte = performance.now()
    this.#stalledSince = room ? undefined : this.#lastByte
    if (room && !this.#working) this.#upstream?.resume()
    this.#plan(this.#lastByte)
  }

  readonly #onLeave = (): void => {
    if (this.#closed) return
    this.#upstream?.abort()
    this.#close({ type: 'client-left' })
  }

  #plan(now: number): void {
    const { times, clientStallMs, startedAt, heartbeat } = this.options
    let due = startedAt + times.stream_total_ms
    if (this.#stalledSince !== undefined) due = Math.min(due, this.#stalledSince + clientStallMs)
    else {
      due = Math.min(due, this.#lastByte + times.stream_idle_ms, this.#lastContent + times.content_idle_ms)
      if (heartbeat !== '')
        due = Math.min(due, this.#committed ? Math.max(this.#lastWrite, now) + times.heartbeat_ms : startedAt + times.hold_ms)
    }
    this.dueAt = due
  }

  #close(end: StreamEnd): void {
    this.#closed = true
    this.options.deadlines.remove(this)
    this.options.request.offLeave(this.#onLeave)
    this.#output.stop()
    this.#settle(end)
  }
}

/** An exception in a decoder must only end its own stream. */
const unreadable: PipeOutput = {
  output: '',
  content: false,
  ended: { kind: 'upstream_invalid', message: 'The provider sent something that is not a stream of its style.' },
}
