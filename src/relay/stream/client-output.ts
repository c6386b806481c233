import type { ReplySink } from '../reply-sink.js'
import { LongOutput, type StreamOutput } from './long-output.js'

/** Writes a stream to its client. A long output is written as fast as the client reads; later outputs wait for its end. */
export class ClientOutput {
  #waiting: StreamOutput[] = []
  #onEnd: (() => void) | undefined
  #listens = false

  /** `onDrain` is called when the client has read; `room`: whether everything is written. */
  constructor(
    private readonly sink: ReplySink,
    private readonly onDrain: (room: boolean) => void,
  ) {}

  /** `false`: wait for `onDrain` with room. */
  write(output: StreamOutput): boolean {
    if (this.#waiting.length === 0 && !(output instanceof LongOutput)) return this.#pass(output)
    return this.#waiting.push(output) === 1 && this.#writeWaiting()
  }

  /** `onEnd` is called once all is written, just before the end of the response; at once where nothing waits. */
  end(onEnd: () => void): void {
    this.#onEnd = onEnd
    if (this.#waiting.length === 0) this.#end()
  }

  stop(): void {
    this.#waiting = []
    this.sink.off('drain', this.#goOn)
  }

  #pass(output: Buffer | string): boolean {
    if (this.sink.write(output)) return true
    if (!this.#listens) this.sink.once('drain', this.#goOn)
    this.#listens = true
    return false
  }

  readonly #goOn = (): void => {
    this.#listens = false
    const room = this.#writeWaiting()
    this.onDrain(room)
    if (this.#waiting.length === 0 && this.#onEnd !== undefined) this.#end()
  }

  /** Whether everything is written and there is room for more. */
  #writeWaiting(): boolean {
    for (let [output] = this.#waiting; output !== undefined; [output] = this.#waiting) {
      if (!(output instanceof LongOutput)) {
        this.#waiting.shift()
        if (!this.#pass(output)) return false
        continue
      }
      const piece = this.#nextPiece(output)
      if (piece === undefined) this.#waiting.shift()
      else if (!this.#pass(piece)) return false
    }
    return true
  }

  /** An event of which a piece is lost is never completed: the connection is closed in the middle of it. */
  #nextPiece({ pieces }: LongOutput): Buffer | string | undefined {
    try {
      const next = pieces.next()
      return next.done === true ? undefined : next.value
    } catch {
      this.sink.destroy()
      return undefined
    }
  }

  #end(): void {
    this.#onEnd?.()
    this.sink.end()
  }
}
