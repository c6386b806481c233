import { endedEarly } from '../../exchange/end-reason.js'
import type { StreamTap, TappedEvent } from '../../dialects/dialect.js'
import { GatewayFailure, type GatewayError } from '../../exchange/error.js'
import type { Usage } from '../../exchange/usage.js'
import { inTurns, ownTurn } from '../own-turn.js'
import type { BodyMemory } from '../upstream/collected-bytes.js'
import { isParsable, tooManyValues } from '../upstream/reply-bounds.js'
import { EventStreamReader, framesOfText } from './event-stream-reader.js'
import { areLong, FrameFailure, frameText, uncut, type Frame, type FrameBatch, type FrameReader } from './frame-reader.js'
import { JoinedOutput } from './joined-output.js'
import { failed, nothing, type Piped, type PipeOutput, type ReplyPipe } from './stream-pipe.js'
import { replyTooLong, WholeBody } from './whole-body.js'

export interface RelayPipeOptions {
  readonly tap: StreamTap
  readonly frameLimit: number
  /** Takes the memory of large frames and of a whole reply. */
  readonly memory?: BodyMemory
  /** The frame reader; absent: that of `text/event-stream`. */
  readonly reader?: FrameReader
  readonly failure: (error: GatewayError) => string
  /** Returns another text for a frame (`''` leaves it out); `undefined`: the frame is passed on unchanged. */
  readonly rewrite?: (frame: Frame) => string | undefined
  /** Returns other data for a frame that the tap has read, before it is rewritten; `undefined`: the frame stays as it is. */
  readonly amend?: (frame: Frame) => string | undefined
  /** Whether the tap's terminal mark is the last frame; otherwise only `[DONE]` or the body's end is. */
  readonly endsAtMark?: boolean
  /** The frames of a whole reply of JSON in place of a stream, of so many bytes at most; absent: such a body is no stream. */
  readonly whole?: { readonly limit: number; readonly frames: FramesOfBody }
  /** Generate-content without `alt=sse`: the frames' data as elements of one JSON array. */
  readonly framing?: 'sse' | 'json-array'
}

/** The frames of a body, one after the other. Throws, or rejects with, `GatewayFailure`. */
export type FramesOfBody = (body: Buffer) => Iterable<string> | Promise<Iterable<string>>

interface RelayedOutput extends PipeOutput {
  readonly output: Buffer | string
}

/** The same dialect on both sides: frames pass unchanged while the tap reads usage, errors and the terminal mark. */
export class RelayPipe implements ReplyPipe {
  readonly #reader: FrameReader
  readonly #tap: StreamTap
  readonly #array: boolean
  readonly #whole: WholeBody | undefined
  #elements = 0

  constructor(private readonly options: RelayPipeOptions) {
    this.#reader = options.reader ?? new EventStreamReader(options.frameLimit, options.memory)
    this.#tap = options.tap
    this.#array = options.framing === 'json-array'
    this.#whole = options.whole === undefined ? undefined : new WholeBody(options.whole.limit, options.memory)
  }

  get usage(): Usage | undefined {
    return this.#tap.usage
  }

  get contentBytes(): number {
    return this.#tap.contentBytes
  }

  push(chunk: Buffer): Piped {
    if (this.#whole?.catches(chunk) === true) return this.#whole.failure === undefined ? nothing : failed(this.#whole.failure)
    try {
      const batch = this.#reader.push(chunk)
      return areLong(batch.frames) ? ownTurn().then(() => this.#pass(batch)) : this.#pass(batch)
    } catch (error) {
      return failureOf(error)
    }
  }

  end(): Piped {
    const body = this.#whole?.take()
    if (body !== undefined) return this.play(body)
    const batch = this.#reader.end()
    return areLong(batch.frames) ? this.#endInTurns(batch) : this.#endOfStream(this.#pass({ frames: uncut(batch), bytes: undefined }))
  }

  play(body: Buffer): Piped {
    const { whole } = this.options
    if (whole !== undefined && body.length > whole.limit) return failed(replyTooLong)
    try {
      const frames = whole?.frames(body) ?? []
      return frames instanceof Promise ? this.#playInTurns(frames) : this.#playFrames(frames)
    } catch (error) {
      return failureOf(error)
    }
  }

  async #endInTurns(batch: FrameBatch): Promise<PipeOutput> {
    await ownTurn()
    const frames = uncut(batch)
    await ownTurn()
    return this.#endOfStream(this.#pass({ frames, bytes: undefined }))
  }

  #playFrames(frames: Iterable<string>): PipeOutput {
    const played = new JoinedOutput()
    for (const frame of frames) if (this.#playFrame(frame, played)) break
    return this.#endOfPlay(played)
  }

  async #playInTurns(frames: Promise<Iterable<string>>): Promise<PipeOutput> {
    const played = new JoinedOutput()
    try {
      const iterator = (await frames)[Symbol.iterator]()
      let frame: string | undefined
      // A large frame is written in one turn and read in another.
      await inTurns(() => {
        if (frame === undefined) {
          const next = iterator.next()
          if (next.done === true) return true
          frame = next.value
          return false
        }
        const text = frame
        frame = undefined
        return this.#playFrame(text, played)
      })
    } catch (error) {
      return failureOf(error)
    }
    return this.#endOfPlay(played)
  }

  /** `true`: the stream has ended; later frames are ignored. */
  #playFrame(text: string, played: JoinedOutput): boolean {
    played.add(this.#pass(framesOfText(text)))
    return played.ended !== undefined
  }

  #endOfPlay(played: JoinedOutput): PipeOutput {
    const ended = this.#end(played.ended)
    if (ended !== 'complete') return failed(ended)
    if (this.#array) played.write(']')
    played.ended = 'complete'
    return played.take()
  }

  #endOfStream(last: RelayedOutput): PipeOutput {
    if (last.ended !== undefined && last.ended !== 'complete') return last
    const ended = this.#end(last.ended)
    if (ended !== 'complete') return failed(ended)
    return { ...last, output: this.#array ? `${String(last.output)}]` : last.output, ended }
  }

  /** A truncated frame is not passed on. */
  #end(ended: PipeOutput['ended']): 'complete' | GatewayError {
    if (ended !== undefined && ended !== 'complete') return ended
    return this.#tap.finished ? 'complete' : endedEarly
  }

  failure(error: GatewayError): string {
    const frames = this.options.failure(error)
    if (!this.#array) return frames
    const data = frames.replace(/^data: ?/, '').trimEnd()
    return `${this.#elements === 0 ? '[' : ',\r\n'}${data}]`
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
      // Nothing is sent after the terminal mark, whatever the provider still sends.
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

/** Of what a reader or a reply of another kind throws. */
function failureOf(error: unknown): PipeOutput {
  if (error instanceof FrameFailure || error instanceof GatewayFailure) return failed(error.error)
  throw error
}

/** The text of the frames before this one. */
function rawText(frames: readonly Frame[], end: number): string {
  let text = ''
  for (let index = 0; index < end; index++) text += frames[index]?.raw ?? ''
  return text
}
