import type { UpstreamFailure, UpstreamHandler, UpstreamReplyHeaders } from '../upstream/upstream-handler.js'
import type { ReplyTracer, TracedAttempt } from './traced.js'

/** Passes all calls on and records them in the trace. */
export class TracedHandler implements UpstreamHandler {
  constructor(
    private readonly handler: UpstreamHandler,
    private readonly trace: ReplyTracer,
    private readonly attempt: TracedAttempt,
  ) {}

  onStart(): void {
    this.handler.onStart()
  }

  onHead(status: number, headers: UpstreamReplyHeaders): void {
    this.attempt.reply = this.trace.beginReply(status, headers)
    this.handler.onHead(status, headers)
  }

  onData(chunk: Buffer): void {
    if (this.attempt.reply !== undefined) this.trace.add(this.attempt.reply, chunk)
    this.handler.onData(chunk)
  }

  onEnd(): void {
    this.handler.onEnd()
  }

  onFailure(failure: UpstreamFailure): void {
    this.attempt.error = `${failure.type}: ${failure.detail}`
    this.handler.onFailure(failure)
  }
}
