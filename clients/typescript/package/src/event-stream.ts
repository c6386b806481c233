import { ConnectionError, readJson, StreamError } from './errors.js'
import { FrameReader } from './frames.js'
import { textOf, type HasText } from './text.js'
import type { OpenReply } from './transport.js'

/** How the streams of a style end. */
export interface StreamRules {
  /** Whether this is the last event of a whole stream; undefined where the end of the reply is the end. */
  readonly last: ((event: unknown) => boolean) | undefined
  readonly failed: (event: unknown) => boolean
}

/**
 * The events of a streamed reply, for one `for await` loop. Leaving the loop closes the connection. Throws a `StreamError` where the stream
 * says that it failed, and a `ConnectionError` where it ends too early.
 */
export class EventStream<Event extends HasText> implements AsyncIterable<Event> {
  constructor(
    private readonly reply: OpenReply,
    private readonly rules: StreamRules,
  ) {
    reply.deadline.clear()
  }

  get requestId(): string | undefined {
    return this.reply.response.headers.get('x-request-id') ?? undefined
  }

  get headers(): Headers {
    return this.reply.response.headers
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const { rules } = this
    let ended = false
    try {
      for await (const data of this.frames()) {
        const event: unknown = data === '[DONE]' ? data : readJson(data)
        if (rules.failed(event)) throw new StreamError(event, this.requestId)
        if (rules.last?.(event)) ended = true
        if (event !== '[DONE]') yield event as Event
      }
    } catch (error) {
      // What follows the last event is of no interest.
      if (!ended || error instanceof StreamError) throw this.reply.deadline.explain(error)
    } finally {
      this.close()
    }
    if (!ended && rules.last !== undefined) throw new ConnectionError('the stream ended before its last event')
  }

  /** The rest of the stream as text. */
  async text(): Promise<string> {
    let text = ''
    for await (const event of this) text += textOf(event)
    return text
  }

  /** Ends a stream that is not read to its end. */
  close(): void {
    this.reply.deadline.abort()
  }

  private async *frames(): AsyncGenerator<string, void, undefined> {
    const { response, deadline } = this.reply
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const frames = new FrameReader()
    for (;;) {
      deadline.restart()
      const piece = await reader?.read()
      deadline.clear()
      if (piece === undefined || piece.done) return
      yield* frames.push(piece.value)
    }
  }
}
