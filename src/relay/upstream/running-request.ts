import { errors, type Dispatcher } from 'undici'
import type { UpstreamControl, UpstreamFailure, UpstreamHandler, UpstreamReplyHeaders, UpstreamRequest } from './upstream-handler.js'
import { WatchedHandler, type WatchedClient } from './watched-client.js'

/** One request at undici, until its reply ends or fails; sent a second time where its kept connection was stale. */
export class RunningUpstreamRequest extends WatchedHandler implements Dispatcher.DispatchHandler, UpstreamControl {
  sent = false
  /** The connection was used before: the provider may close it while this request is being sent. */
  #reused = false
  #answered = false
  #controller: Dispatcher.DispatchController | undefined
  /** Takes it out of the line in which it waits for a connection. */
  #leaveLine: ((reason: Error) => void) | undefined
  #ended = false
  #paused = false

  constructor(
    private readonly handler: UpstreamHandler,
    private readonly request: UpstreamRequest,
    private readonly sendAnew: (request: UpstreamRequest, running: RunningUpstreamRequest) => void,
  ) {
    super()
  }

  abort(): void {
    if (this.#ended) return
    this.#ended = true
    this.#controller?.abort(aborted)
    // Also one that is sent a second time.
    this.#leaveLine?.(aborted)
  }

  /** It waits for a connection, or for its turn on one. */
  queued(leave: (reason: Error) => void): void {
    this.#leaveLine = leave
  }

  pause(): void {
    this.#paused = true
    this.#controller?.pause()
  }

  resume(): void {
    this.#paused = false
    this.#controller?.resume()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const first = this.#controller === undefined
    this.#controller = controller
    this.#reused = this.client !== undefined && this.client.requests++ > 0
    if (this.#ended) controller.abort(aborted)
    else if (first) this.handler.onStart()
  }

  onRequestSent(): void {
    this.sent = true
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController): void {
    this.#fail({ type: 'invalid', detail: 'the provider switched protocols' })
    controller.abort(new Error('upgrade'))
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: UpstreamReplyHeaders): void {
    // Slices of the first read: for as long as a stream runs they would keep its 64 KiB in memory.
    controller.rawHeaders = null
    if (this.#ended || status < 200) return
    this.#answered = true
    this.handler.onHead(status, headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#ended) this.handler.onData(chunk)
  }

  onResponseEnd(): void {
    const { client } = this
    const broken = client?.broken === true
    client?.free(!broken)
    if (broken) {
      this.#fail({ type: 'disconnected', detail: 'ECONNRESET' })
      return
    }
    if (this.#ended) return
    this.#ended = true
    this.handler.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.client?.free(false)
    if (this.#controller === undefined) {
      this.#fail({ type: 'connect', detail: codeOf(error) || error.name })
      return
    }
    const failure = describe(error, this.client)
    if (failure.type === 'disconnected' && this.#stale) this.#again()
    else this.#fail(failure)
  }

  /** Whether a kept connection broke before the first byte of the reply. */
  get #stale(): boolean {
    return this.#reused && !this.#answered && !this.#ended
  }

  #again(): void {
    this.client = undefined
    this.sent = false
    this.sendAnew(this.request, this)
  }

  get paused(): boolean {
    return this.#paused
  }

  #fail(failure: UpstreamFailure): void {
    if (this.#ended) return
    this.#ended = true
    this.handler.onFailure(failure)
  }
}

/** Made once: each new error would capture a stack that nobody reads. */
const aborted = new Error('aborted by the gateway')

function describe(error: Error, client: WatchedClient | undefined): UpstreamFailure {
  const code = codeOf(error)
  if (
    code.startsWith('HPE_') ||
    error instanceof errors.HTTPParserError ||
    error instanceof errors.HeadersOverflowError ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    code === 'UND_ERR_RESPONSE' ||
    code === 'UND_ERR_HEADERS_OVERFLOW' ||
    client?.endedItself(error) === true
  )
    return { type: 'invalid', detail: code || error.name }
  return { type: 'disconnected', detail: code || error.name }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
