import { endedEarly } from '../../exchange/end-reason.js'
import type { StreamTap, TappedEvent } from '../../dialects/dialect.js'
import { GatewayFailure, type GatewayError } from '../../exchange/error.js'
import type { Usage } from '../../exchange/usage.js'
import { isParsable, tooManyValues } from '../upstream/reply-bounds.js'
import { EventStreamReader } from './event-stream-reader.js'
import { FrameFailure, frameText, uncut, type Frame, type FrameBatch, type FrameReader } from './frame-reader.js'
import type { PipeOutput, StreamPipe } from './stream-pipe.js'
import { WholeBody } from './whole-body.js'

export interface RelayPipeOptions {
  readonly tap: StreamTap
  readonly frameLimit: number
  /** The frame reader; absent: that of `text/event-stream`. */
  readonly reader?: FrameReader
  readonly failure: (error: GatewayError) => string
  /** Returns another text for a frame (`''` leaves it out); `undefined`: the frame is passed on unchanged. */
  readonly rewrite?: (frame: Frame) => string | undefined
  /** Returns other data for a frame that the tap has read, before it is rewritten; `undefined`: the frame stays as it is. */
  readonly amend?: (frame: Frame) => string | undefined
  /** Whether the tap's terminal mark is the last frame; otherwise only `[DONE]` or the body's end is. */
  readonly endsAtMark?: boolean
  /** The frames of a whole reply of JSON in place of a stream, of so many bytes at most; absent: such a body is no stream. Throws `GatewayFailure`. */
  readonly whole?: { readonly limit: number; readonly frames: (body: Buffer) => string }
  /** Generate-content without `alt=sse`: the frames' data as elements of one JSON array. */
  readonly framing?: 'sse' | 'json-array'
}

interface RelayedOutput extends PipeOutput {
  readonly output: Buffer | string
}

const nothing: RelayedOutput = { output: '', content: false }

/** The same dialect on both sides: frames pass unchanged while the tap reads usage, errors and the terminal mark. */
export class RelayPipe implements StreamPipe {
  readonly #reader: FrameReader
  readonly #tap: StreamTap
  readonly #array: boolean
  readonly #whole: WholeBody | undefined
  #elements = 0

  constructor(private readonly options: RelayPipeOptions) {
    this.#reader = options.reader ?? new EventStreamReader(options.frameLimit)
    this.#tap = options.tap
    this.#array = options.framing === 'json-array'
    this.#whole = options.whole === undefined ? undefined : new WholeBody(options.whole.limit)
  }

  get usage(): Usage | undefined {
    return this.#tap.usage
  }

  get contentBytes(): number {
    return this.#tap.contentBytes
  }

  push(chunk: Buffer): RelayedOutput {
    if (this.#whole?.catches(chunk) === true)
      return this.#whole.failure === undefined ? nothing : { ...nothing, ended: this.#whole.failure }
    return this.#read(() => this.#reader.push(chunk))
  }

  end(): RelayedOutput {
    const body = this.#whole?.take()
    const last = this.#read(() => {
      if (body === undefined) return { frames: uncut(this.#reader.end()), bytes: undefined }
      return this.#reader.push(Buffer.from(this.options.whole?.frames(body) ?? ''))
    })
    if (last.ended !== undefined && last.ended !== 'complete') return last
    // A truncated frame is not passed on (promises P15).
    if (!this.#tap.finished) return { ...nothing, ended: endedEarly }
    return { ...last, output: this.#array ? `${String(last.output)}${this.#elements === 0 ? '[' : ''}]` : last.output, ended: 'complete' }
  }

  failure(error: GatewayError): string {
    const frames = this.options.failure(error)
    if (!this.#array) return frames
    const data = frames.replace(/^data: ?/, '').trimEnd()
    return `${this.#elements === 0 ? '[' : ',\r\n'}${data}]`
  }

  #read(read: () => FrameBatch): RelayedOutput {
    try {
      return this.#pass(read())
    } catch (error) {
      if (error instanceof FrameFailure || error instanceof GatewayFailure) return { ...nothing, ended: error.error }
      throw error
    }
  }

  #pass(batch: FrameBatch): RelayedOutput {
    const { frames } = batch
    if (frames.length === 0) return nothing
    const { amend, rewrite } = this.options
    let content = false
    // Text is made only from the first frame on whose bytes cannot be passed on.
    let text: string | undefined = batch.bytes === undefined || this.#array ? '' : undefined
    for (let index = 0; index < frames.length; index++) {
      let frame = frames[index]
      if (frame === undefined) break
      const sight: TappedEvent = isParsable(frame.data) ? this.#tap.push(frame) : { type: 'error', error: tooManyValues }
      if (sight.type === 'error') return { output: text ?? rawText(frames, index), content, ended: sight.error }
      if (sight.type === 'content') content = true
      const done = frame.data === '[DONE]'
      if (done && !this.#tap.finished) return { output: text ?? rawText(frames, index), content, ended: endedEarly }
      const amended = amend?.(frame)
      if (amended !== undefined) {
        text ??= rawText(frames, index)
        frame = { ...frame, data: amended, raw: frameText(frame.event, amended) }
      }
      const replaced = rewrite?.(frame)
      if (replaced !== undefined) text ??= rawText(frames, index)
      if (text !== undefined) text += this.#array ? this.#element(frame) : (replaced ?? frame.raw)
      // Nothing is sent after the terminal mark, whatever the provider still sends (promises P16).
      if (done || (this.options.endsAtMark === true && this.#tap.finished)) {
        if (text === undefined && index + 1 < frames.length) text = rawText(frames, index + 1)
        return { output: text ?? batch.bytes ?? '', content, ended: 'complete' }
      }
    }
    return { output: text ?? batch.bytes ?? '', content }
  }

  #element(frame: Frame): string {
    const separator = this.#elements++ === 0 ? '[' : ',\r\n'
    return separator + frame.data
  }
}

/** The text of the frames before this one. */
function rawText(frames: readonly Frame[], end: number): string {
  let text = ''
  for (let index = 0; index < end; index++) text += frames[index]?.raw ?? ''
  return text
}
