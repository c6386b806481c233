import { parseJson, parseObject } from '../json/object.js'
import { ObjectCheck } from '../json/object-check.js'

/** Whether a text is what models write where a tool call has no arguments. Not a regular expression: white space without end would take long. */
function saysNothing(text: string): boolean {
  const plain = text.trim()
  if (plain === '' || plain === 'null') return true
  const isEmpty = (plain.startsWith('{') && plain.endsWith('}')) || (plain.startsWith('"') && plain.endsWith('"'))
  return plain.length > 1 && isEmpty && plain.slice(1, -1).trim() === ''
}

/**
 * The arguments of a complete tool call as the text of one JSON object; `undefined` where they are not an object. Text, since a parsed
 * number may lose digits. Some models write the object's text inside a JSON string.
 */
export function objectText(text: string): string | undefined {
  if (saysNothing(text)) return '{}'
  if (parseObject(text) !== undefined) return text
  const inner = parseJson(text)
  return typeof inner === 'string' && parseObject(inner) !== undefined ? inner : undefined
}

/** In UTF-16 units: a longer text that is held back and says something so far is only looked at again at its end. */
const longestLookedAt = 100

/**
 * The arguments of a streamed tool call, passed on piece by piece. Two texts are held back: an empty object, with which some servers begin
 * before they send the arguments, and a JSON string, which may contain the object's text.
 */
export class ToolCallArguments {
  readonly #check = new ObjectCheck()
  #held = ''
  /** Whether `#held` says nothing so far. */
  #nothing = true
  /** Whether all that follows is held back. */
  #holding = false
  #passing = false

  /** Returns the text to pass on now; `undefined`: the pieces so far cannot become an object. */
  push(piece: string): string | undefined {
    if (this.#passing) return this.#pass(piece)
    if (this.#nothing && piece.trim() === '') return ''
    this.#held = this.#nothing ? piece : this.#held + piece
    if (this.#holding) return ''
    this.#nothing = saysNothing(this.#held)
    if (this.#nothing) return ''
    if (!this.#held.trimStart().startsWith('{')) {
      this.#holding = this.#held.length > longestLookedAt
      return ''
    }
    this.#passing = true
    return this.#pass(this.#held)
  }

  /** Returns the rest of the text at the end; `undefined`: the pieces are not a complete object. */
  end(): string | undefined {
    if (this.#passing) return this.#check.state === 'whole' ? '' : undefined
    return objectText(this.#held)
  }

  /** The text that was not passed on. */
  get held(): string {
    return this.#passing ? '' : this.#held
  }

  #pass(piece: string): string | undefined {
    this.#check.push(piece)
    return this.#check.state === 'broken' ? undefined : piece
  }
}
