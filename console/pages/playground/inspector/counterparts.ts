import type { PlatformConversionLoss } from '../../../../generated/platform/model/index.js'
import { isObject, parseJson } from '../../../../src/json/object.js'
import { isWithin, jsonPointers } from './json-lines.js'
import { nameOf, sameMeaning } from './same-meaning.js'

type Loss = Pick<PlatformConversionLoss, 'at' | 'action'>

/** Shorter texts, and numbers, stand anywhere. */
const leastCharacters = 5
/** Of a text that is a part of another. */
const leastOfPart = 8

/**
 * The losses at their places in the converted body, where something of them is there: what was dropped is not. At the same pointer, else
 * where the same value stands once, else where one member has a name of the same meaning, else where a text from it or beside it stands.
 */
export function counterpartsOf<One extends Loss>(losses: readonly One[], before: string, after: string): readonly One[] {
  const kept = losses.filter(({ action }) => action !== 'dropped')
  if (kept.length === 0) return []
  const from = jsonPointers(parseJson(before))
  const to = new Places(jsonPointers(parseJson(after)))
  return kept.flatMap((loss) => {
    const at = to.counterpartOf(loss.at, from)
    return at === undefined ? [] : [{ ...loss, at }]
  })
}

type Values = ReadonlyMap<string, unknown>

class Places {
  /** The pointers of each value, by its JSON. */
  readonly #byText = new Map<string, string[]>()
  readonly #texts: (readonly [string, string])[] = []

  constructor(private readonly values: Values) {
    for (const [pointer, value] of values) {
      if (typeof value === 'string') this.#texts.push([pointer, value])
      const text = JSON.stringify(value)
      const same = this.#byText.get(text)
      if (same === undefined) this.#byText.set(text, [pointer])
      else same.push(pointer)
    }
  }

  counterpartOf(at: string, from: Values): string | undefined {
    if (this.values.has(at)) return at
    const value = from.get(at)
    const around = isContainer(value) ? value : from.get(at.slice(0, at.lastIndexOf('/')))
    return this.#sameValue(value) ?? this.#sameName(at) ?? this.#text(longestText(around))
  }

  #sameValue(value: unknown): string | undefined {
    if (typeof value !== 'string' && !isContainer(value)) return undefined
    const text = JSON.stringify(value)
    return text.length < leastCharacters ? undefined : only(this.#byText.get(text) ?? [])
  }

  #sameName(at: string): string | undefined {
    const names = sameMeaning(at)
    return /^\d*$/.test(nameOf(at)) ? undefined : innermost([...this.values.keys()].filter((pointer) => names.includes(nameOf(pointer))))
  }

  #text(wanted: string): string | undefined {
    if (wanted.length < leastOfPart) return undefined
    return only(
      this.#texts.flatMap(([pointer, text]) =>
        text.length >= leastOfPart && (text.includes(wanted) || wanted.includes(text)) ? [pointer] : [],
      ),
    )
  }
}

const isContainer = (value: unknown): value is object => isObject(value) || Array.isArray(value)

function longestText(value: unknown): string {
  let longest = ''
  for (const [, text] of jsonPointers(value)) if (typeof text === 'string' && text.length > longest.length) longest = text
  return longest
}

/** The deepest, where all lie within each other. */
function innermost(pointers: readonly string[]): string | undefined {
  const deepest = pointers.at(-1)
  return deepest !== undefined && pointers.every((pointer) => isWithin(deepest, pointer)) ? deepest : undefined
}

function only(pointers: readonly string[]): string | undefined {
  return pointers.length === 1 ? pointers[0] : undefined
}
