import { withBothUsageNames } from './usage.js'

/**
 * Adds the second set of usage names to the JSON text of a response (`member path` empty) or of a stream's terminal event
 * (`response`). Only the `usage` object changes; every other byte stays as the provider wrote it.
 */
export function addUsageNames(dataText: string): string {
  return spliceUsage(dataText, ['response', 'usage'])
}

/** The same for the body of a plain reply. */
export function addUsageNamesToReply(bodyText: string): string {
  return spliceUsage(bodyText, ['usage'])
}

function spliceUsage(text: string, path: readonly string[]): string {
  const place = findMember(text, path)
  if (place === undefined || text[place.start] !== '{') return text
  let usage: unknown
  try {
    usage = JSON.parse(text.slice(place.start, place.end))
  } catch {
    return text
  }
  const named = withBothUsageNames(usage)
  return named === usage ? text : text.slice(0, place.start) + JSON.stringify(named) + text.slice(place.end)
}

interface Place {
  readonly start: number
  readonly end: number
}

/** Where the value of a member stands in a JSON text: a walk over the text that parses nothing. */
function findMember(text: string, path: readonly string[]): Place | undefined {
  let at = skipSpace(text, 0)
  for (let depth = 0; depth < path.length; depth++) {
    const wanted = path[depth]
    if (text[at] !== '{') return undefined
    at = skipSpace(text, at + 1)
    let found: number | undefined
    while (at < text.length && text[at] !== '}') {
      const nameEnd = stringEnd(text, at)
      const name = text.slice(at + 1, nameEnd - 1)
      at = skipSpace(text, nameEnd)
      if (text[at] !== ':') return undefined
      at = skipSpace(text, at + 1)
      // The last one of equal names counts, as for every reader of JSON.
      if (name === wanted) found = at
      at = skipSpace(text, valueEnd(text, at))
      if (text[at] === ',') at = skipSpace(text, at + 1)
    }
    if (found === undefined) return undefined
    at = found
  }
  return { start: at, end: valueEnd(text, at) }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
    at++
  }
  return at
}

/** The index after the closing quote of the string that begins at `from`. */
function stringEnd(text: string, from: number): number {
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return text.length
    let backslashes = 0
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++
    if (backslashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

function valueEnd(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return stringEnd(text, from)
  let at = from
  if (first !== '{' && first !== '[') {
    while (at < text.length && !',}] \n\r\t'.includes(text[at] ?? '')) at++
    return at
  }
  let depth = 0
  while (at < text.length) {
    const character = text[at]
    if (character === '"') {
      at = stringEnd(text, at)
      continue
    }
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      depth--
      if (depth === 0) return at + 1
    }
    at++
  }
  return at
}
