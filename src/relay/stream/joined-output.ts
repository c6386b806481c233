import { LongOutput, type StreamOutput } from './long-output.js'
import type { PipeOutput } from './stream-pipe.js'

const pieceLength = 65_536

/** Joins the outputs for one read that is large, without a copy of all of it. */
export class JoinedOutput {
  ended: PipeOutput['ended']
  #content = false
  readonly #pieces: StreamOutput[] = []
  #length = 0
  /** What is not encoded yet: many frames are short. */
  #text = ''

  add({ output, content, ended }: PipeOutput): void {
    this.write(output)
    this.#content ||= content
    if (ended !== undefined) this.ended = ended
  }

  write(output: StreamOutput): void {
    if (typeof output === 'string') this.#text += output
    else {
      this.#encode()
      this.#push(output)
    }
    if (this.#text.length >= pieceLength) this.#encode()
  }

  /** All of it, once. */
  take(): PipeOutput {
    const { ended } = this
    const joined = { output: this.#join(), content: this.#content }
    return ended === undefined ? joined : { ...joined, ended }
  }

  /** All of it, once, as text. */
  text(): string {
    const output = this.#join()
    return output instanceof LongOutput ? Array.from({ [Symbol.iterator]: () => output.pieces }, String).join('') : String(output)
  }

  #join(): StreamOutput {
    if (this.#pieces.length === 0) return this.#text
    this.#encode()
    return new LongOutput(this.#length, piecesOf(this.#pieces))
  }

  #encode(): void {
    if (this.#text !== '') this.#push(Buffer.from(this.#text))
    this.#text = ''
  }

  #push(output: StreamOutput): void {
    this.#length += output.length
    this.#pieces.push(output)
  }
}

function* piecesOf(outputs: readonly StreamOutput[]): Generator<Buffer | string> {
  for (const output of outputs) {
    if (output instanceof LongOutput) yield* { [Symbol.iterator]: () => output.pieces }
    else yield output
  }
}
