import type { GatewayError } from '../../exchange/error.js'
import { openBrace, openBracket } from '../../json/characters.js'

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32]

const tooLong: GatewayError = { kind: 'upstream_invalid', message: "The provider's answer is larger than this gateway reads." }

/** Collects a JSON body in place of an event stream: some providers never stream, and some send errors so. */
export class WholeBody {
  #begun = false
  #chunks: Buffer[] | undefined
  #bytes = 0

  constructor(private readonly limit: number) {}

  /** Whether this piece belongs to such a body: no line of an event stream begins with a bracket. Call with every piece, in order. */
  catches(chunk: Buffer): boolean {
    if (!this.#begun) {
      const first = chunk.find((byte) => byte !== space && byte !== lineFeed && byte !== carriageReturn && byte !== tab)
      if (first === undefined) return false
      this.#begun = true
      if (first === openBrace || first === openBracket) this.#chunks = []
    }
    if (this.#chunks === undefined) return false
    this.#bytes += chunk.length
    if (this.#bytes <= this.limit) this.#chunks.push(chunk)
    else this.#chunks = []
    return true
  }

  get failure(): GatewayError | undefined {
    return this.#bytes > this.limit ? tooLong : undefined
  }

  /** The whole body, once; `undefined` where it is not JSON. */
  take(): Buffer | undefined {
    const chunks = this.#chunks
    this.#chunks = undefined
    return chunks === undefined ? undefined : Buffer.concat(chunks)
  }
}
