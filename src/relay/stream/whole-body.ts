import type { GatewayError } from '../../exchange/error.js'
import { CollectedBytes, type BodyMemory } from '../upstream/collected-bytes.js'
import { noMemory } from '../upstream/upstream-failure.js'
import { openBrace, openBracket } from '../../json/characters.js'

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32]

/** For a body that is larger than an event may be. */
export const replyTooLong: GatewayError = { kind: 'upstream_invalid', message: "The provider's answer is larger than this gateway reads." }

/** Collects a JSON body in place of an event stream: some providers never stream, and some send errors so. */
export class WholeBody {
  #begun = false
  #bytes: CollectedBytes | undefined
  #failure: GatewayError | undefined

  /** `memory`: takes the memory of a large body. */
  constructor(
    private readonly limit: number,
    private readonly memory?: BodyMemory,
  ) {}

  /** Whether this piece belongs to such a body: no line of an event stream begins with a bracket. Call with every piece, in order. */
  catches(chunk: Buffer): boolean {
    if (!this.#begun) {
      const first = chunk.find((byte) => byte !== space && byte !== lineFeed && byte !== carriageReturn && byte !== tab)
      if (first === undefined) return false
      this.#begun = true
      if (first === openBrace || first === openBracket) this.#bytes = new CollectedBytes(this.limit, this.memory)
    }
    if (this.#bytes === undefined) return false
    if (!this.#bytes.add(chunk)) this.#failure = this.#bytes.isRefused ? noMemory : replyTooLong
    return true
  }

  get failure(): GatewayError | undefined {
    return this.#failure
  }

  /** The whole body, once; `undefined` where it is not JSON. */
  take(): Buffer | undefined {
    const bytes = this.#bytes?.take()
    this.#bytes = undefined
    return bytes
  }
}
