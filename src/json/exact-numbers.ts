import { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from './characters.js'
import { parseJson } from './object.js'
import { losesDigits, manyDigits, mayLoseDigits } from './long-numbers.js'
import { stringEnd, wordEnd } from './scan.js'

/*
 * Numbers that binary64 cannot represent: ids of 64 bits, decimals of many places. `JSON.parse` changes their digits silently. They are
 * kept as raw JSON (`JSON.rawJSON`), which `JSON.stringify` writes unchanged.
 */

declare global {
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
  }
}

/** A number with exactly these digits, for values that are only written as JSON; computing with it gives `NaN`. */
export function exactNumber(digits: string): number {
  return JSON.rawJSON(digits) as unknown as number
}

/** The value of a JSON text; all numbers keep their digits. `undefined` where the text is not JSON. */
export function parseExactly(text: string): unknown {
  const value = parseJson(text)
  return mayLoseDigits(text) ? withExactNumbers(value, text, () => true) : value
}

/**
 * The value of a body or an event of a dialect. Numbers in JSON of the caller or the model (arguments, schemas) and amounts of money keep
 * their digits; others of the dialect itself are plain numbers. `marker`: a text that occurs wherever there are such numbers. `undefined`
 * where the text is not JSON.
 */
export function parseWire(text: string, marker = ''): unknown {
  const value = parseJson(text)
  return text.includes(marker) && mayLoseDigits(text) ? withExactWireNumbers(value, text) : value
}

/** {@link parseWire} for a text that is parsed already. `place`: the path of the value within a larger one. */
export function withExactWireNumbers(value: unknown, text: string, place: Path = []): unknown {
  if (place.length === 0) return withExactNumbers(value, text, isOwnJson)
  return withExactNumbers(value, text, (path) => isOwnJson([...place, ...path]))
}

/** Members whose values are JSON of the caller or the model, in any dialect: arguments and schemas. */
const ownJson: ReadonlySet<string | number> = new Set([
  ...['input', 'arguments', 'args', 'partialArgs', 'functionCall', 'function_call', 'functionResponse', 'function_response'],
  ...['parameters', 'parametersJsonSchema', 'parameters_json_schema', 'input_schema', 'inputSchema', 'schema', 'json_schema'],
  ...['responseSchema', 'response_schema', 'responseJsonSchema', 'response_json_schema'],
])

/** Members of a usage object that are amounts of money. */
const amounts: ReadonlySet<string | number> = new Set([
  'cost',
  'total_cost',
  'upstream_inference_cost',
  'cost_in_usd_ticks',
  'estimated_cost',
])

function isOwnJson(path: Path): boolean {
  if (amounts.has(path.at(-1) ?? '')) return path.includes('usage')
  for (let step = 0; step < path.length - 1; step++) if (ownJson.has(path[step] ?? '')) return true
  return false
}

type Path = readonly (string | number)[]

/** Replaces the numbers of `value` that lost digits when it was parsed from `text` by raw JSON, at the paths that are `wanted`. */
function withExactNumbers(value: unknown, text: string, wanted: (path: Path) => boolean): unknown {
  const place = new Place(text)
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = stringEnd(text, at)
      place.string(at, end)
      at = end
      continue
    }
    if (code === openBrace || code === openBracket) place.open(code === openBracket)
    else if (code === closeBrace || code === closeBracket) place.close()
    else if (code === comma) place.next()
    else if (code === colon) place.name()
    else if (isNumberStart(code)) {
      const end = wordEnd(text, at)
      if (end - at >= manyDigits && losesDigits(text.slice(at, end))) {
        const path = place.path()
        if (wanted(path)) {
          if (path.length === 0) return JSON.rawJSON(text.slice(at, end))
          put(value, path, text.slice(at, end))
        }
      }
      at = end
      continue
    }
    at++
  }
  return value
}

/** The position of a scan in a JSON text; computes its path on demand. */
class Place {
  /** The index in a list; -1 in an object. */
  readonly #indexes: number[] = []
  readonly #keys: string[] = []
  #stringStart = 0
  #stringEnd = 0

  constructor(private readonly text: string) {}

  open(list: boolean): void {
    this.#indexes.push(list ? 0 : -1)
    this.#keys.push('')
  }

  close(): void {
    this.#indexes.pop()
    this.#keys.pop()
  }

  next(): void {
    const last = this.#indexes.length - 1
    const index = this.#indexes[last] ?? -1
    if (index >= 0) this.#indexes[last] = index + 1
  }

  string(start: number, end: number): void {
    this.#stringStart = start
    this.#stringEnd = end
  }

  name(): void {
    this.#keys[this.#keys.length - 1] = this.text.slice(this.#stringStart, this.#stringEnd)
  }

  path(): Path {
    return this.#indexes.map((index, depth) => (index >= 0 ? index : String(parseJson(this.#keys[depth] ?? ''))))
  }
}

function isNumberStart(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d
}

/** Of a repeated member the last value counts: a value that was parsed from another text stays unchanged. */
function put(value: unknown, path: Path, source: string): void {
  let holder = value
  for (const step of path.slice(0, -1)) holder = memberOf(holder, step)
  const last = path.at(-1)
  if (last !== undefined && memberOf(holder, last) === Number(source)) Reflect.set(holder as object, last, JSON.rawJSON(source))
}

function memberOf(holder: unknown, step: string | number): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, step)
    ? (holder as Readonly<Record<string | number, unknown>>)[step]
    : undefined
}
