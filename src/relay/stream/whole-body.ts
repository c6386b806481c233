import type { GatewayError } from '../../exchange/error.js'
import { CollectedBytes } from '../upstream/collected-bytes.js'
import { openBrace, openBracket } from '../../json/characters.js'

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32]

/** For a body that is larger than an event may be. */
export const replyTooLong: GatewayError = { kind: 'upstream_invalid', message: "The provider's answer is larger than this gateway reads." }

/** Collects a JSON body in place of an event stream: some providers never stream, and some send errors so. */
export class WholeBody {
  #begun = false
  #bytes: CollectedBytes | undefined
  #tooLong = false

  constructor(private readonly limit: number) {}

  /** Whether this piece belongs to such a body: no line of an event stream begins with a bracket. Call with every piece, in order. */
  catches(chunk: Buffer): boolean {
    if (!this.#begun) {
      const first = chunk.find((byte) => byte !== space && byte !== lineFeed && byte !== carriageReturn && byte !== tab)
      if (first === undefined) return false
      this.#begun = true
      if (first === openBrace || first === openBracket) this.#bytes = new CollectedBytes(this.limit)
    }
    if (this.#bytes === undefined) return false
    this.#tooLong = !this.#bytes.add(chunk)
    return true
  }

  get failure(): GatewayError | undefined {
    return this.#tooLong ? replyTooLong : undefined
  }

  /** The whole body, once; `undefined` where it is not JSON. */
  take(): Buffer | undefined {
    const bytes = this.#bytes?.take()
    this.#bytes = undefined
    return bytes
  }
}
