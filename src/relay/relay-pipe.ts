import type { StreamTap } from '../dialects/dialect.js'
import type { GatewayError } from '../exchange/error.js'
import type { Usage } from '../exchange/usage.js'
import { EventStreamReader, FrameTooLargeError, type Frame, type FrameBatch } from './event-stream-reader.js'
import type { PipeOutput, StreamPipe } from './stream-pipe.js'

export interface RelayPipeOptions {
  readonly tap: StreamTap
  readonly frameLimit: number
  readonly failure: (error: GatewayError) => string
  /** Changes a frame's text on its way (`''` leaves it out), or says `undefined`: pass it on as it is. */
  readonly rewrite?: (frame: Frame) => string | undefined
  /** Generate-content without `alt=sse`: the frames' data as elements of one JSON array. */
  readonly framing?: 'sse' | 'json-array'
}

/** The body ended without the style's terminal mark. */
export const brokenOff: GatewayError = {
  kind: 'upstream_disconnected',
  message: 'The provider ended the stream before the answer was complete.',
}

const nothing: PipeOutput = { output: '', content: false }

/** Same style on both sides: frames go through as the bytes they are while the tap reads usage, errors and the terminal mark. */
export class RelayPipe implements StreamPipe {
  readonly #reader: EventStreamReader
  readonly #tap: StreamTap
  readonly #array: boolean
  #elements = 0

  constructor(private readonly options: RelayPipeOptions) {
    this.#reader = new EventStreamReader(options.frameLimit)
    this.#tap = options.tap
    this.#array = options.framing === 'json-array'
  }

  get usage(): Usage | undefined {
    return this.#tap.usage
  }

  get contentBytes(): number {
    return this.#tap.contentBytes
  }

  push(chunk: Buffer): PipeOutput {
    try {
      return this.#pass(this.#reader.push(chunk))
    } catch (error) {
      if (error instanceof FrameTooLargeError)
        return {
          ...nothing,
          ended: { kind: 'upstream_invalid', message: 'The provider sent an event that is larger than this gateway passes on.' },
        }
      throw error
    }
  }

  end(): PipeOutput {
    const last = this.#pass(this.#reader.end())
    // A frame that was cut is not passed on (promises P15).
    if (!this.#tap.finished || (last.ended !== undefined && last.ended !== 'complete')) return { ...nothing, ended: brokenOff }
    return { ...last, output: this.#array ? `${String(last.output)}${this.#elements === 0 ? '[' : ''}]` : last.output, ended: 'complete' }
  }

  failure(error: GatewayError): string {
    const frames = this.options.failure(error)
    if (!this.#array) return frames
    const data = frames.replace(/^data: ?/, '').trimEnd()
    return `${this.#elements === 0 ? '[' : ',\r\n'}${data}]`
  }

  #pass(batch: FrameBatch): PipeOutput {
    let content = false
    let changed = batch.bytes === undefined || this.#array
    let text: string[] | undefined = changed ? [] : undefined
    for (const [index, frame] of batch.frames.entries()) {
      const sight = this.#tap.push(frame)
      if (sight.type === 'error') return { output: this.#before(batch, index, text), content, ended: sight.error }
      if (sight.type === 'content') content = true
      const replaced = this.options.rewrite?.(frame)
      if (replaced !== undefined && !changed) {
        changed = true
        text = batch.frames.slice(0, index).map((earlier) => earlier.raw)
      }
      text?.push(this.#array ? this.#element(frame) : (replaced ?? frame.raw))
    }
    if (batch.frames.length === 0) return nothing
    return { output: changed ? (text ?? []).join('') : (batch.bytes ?? ''), content }
  }

  #before(batch: FrameBatch, index: number, text: readonly string[] | undefined): string {
    return text === undefined
      ? batch.frames
          .slice(0, index)
          .map((frame) => frame.raw)
          .join('')
      : text.join('')
  }

  #element(frame: Frame): string {
    const separator = this.#elements++ === 0 ? '[' : ',\r\n'
    return separator + frame.data
  }
}
