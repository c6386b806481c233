import { parseJson, parseObject } from '../json/object.js'
import { ObjectCheck } from '../json/object-check.js'

/** Models that write no arguments, or an object's text inside a string, mean an object. */
const noArguments = /^\s*(?:\{\s*\}|null|"\s*")?\s*$/

/** The arguments of a whole call as the text of one JSON object, digit for digit; `undefined` where they are none. */
export function objectText(text: string): string | undefined {
  if (noArguments.test(text)) return '{}'
  if (parseObject(text) !== undefined) return text
  const inner = parseJson(text)
  return typeof inner === 'string' && parseObject(inner) !== undefined ? inner : undefined
}

/**
 * The arguments of a streamed call, whose pieces go on as they come. An empty object, with which some servers begin, is held back:
 * it counts where nothing follows. So is what may be an object's text inside a string.
 */
export class CallArguments {
  readonly #check = new ObjectCheck()
  #held = ''
  #passing = false

  /** What of this piece can be passed on; `undefined`: the pieces will never be an object. */
  push(piece: string): string | undefined {
    if (this.#passing) return this.#pass(piece)
    this.#held = noArguments.test(this.#held) && piece.trim() !== '' ? piece : this.#held + piece
    if (noArguments.test(this.#held) || !this.#held.trimStart().startsWith('{')) return ''
    this.#passing = true
    return this.#pass(this.#held)
  }

  /** What is left to pass on at the end; `undefined`: the pieces are no whole object. */
  end(): string | undefined {
    if (this.#passing) return this.#check.state === 'whole' ? '' : undefined
    return objectText(this.#held)
  }

  /** Everything that came, where nothing of it was passed on: the arguments of a call that was cut. */
  get held(): string {
    return this.#passing ? '' : this.#held
  }

  #pass(piece: string): string | undefined {
    this.#check.push(piece)
    return this.#check.state === 'broken' ? undefined : piece
  }
}
