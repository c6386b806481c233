import { parseJson, parseObject } from '../json/object.js'
import { ObjectCheck } from '../json/object-check.js'

/** Texts that models write for an empty object. */
const noArguments = /^\s*(?:\{\s*\}|null|"\s*")?\s*$/

/** The arguments of a whole tool call as the text of one JSON object, with all digits kept; `undefined` where they are not an object. */
export function objectText(text: string): string | undefined {
  if (noArguments.test(text)) return '{}'
  if (parseObject(text) !== undefined) return text
  const inner = parseJson(text)
  return typeof inner === 'string' && parseObject(inner) !== undefined ? inner : undefined
}

/**
 * The arguments of a streamed tool call, passed on piece by piece. Held back are an empty object, with which some servers begin and which
 * counts only where nothing follows, and what may be an object's text inside a string.
 */
export class CallArguments {
  readonly #check = new ObjectCheck()
  #held = ''
  #passing = false

  /** Returns the part of the pieces to pass on now; `undefined`: they will never be an object. */
  push(piece: string): string | undefined {
    if (this.#passing) return this.#pass(piece)
    this.#held = noArguments.test(this.#held) && piece.trim() !== '' ? piece : this.#held + piece
    if (noArguments.test(this.#held) || !this.#held.trimStart().startsWith('{')) return ''
    this.#passing = true
    return this.#pass(this.#held)
  }

  /** Returns the rest at the end; `undefined`: the pieces are not a complete object. */
  end(): string | undefined {
    if (this.#passing) return this.#check.state === 'whole' ? '' : undefined
    return objectText(this.#held)
  }

  /** All pieces, where none was passed on: the arguments of a tool call that was cut. */
  get held(): string {
    return this.#passing ? '' : this.#held
  }

  #pass(piece: string): string | undefined {
    this.#check.push(piece)
    return this.#check.state === 'broken' ? undefined : piece
  }
}
