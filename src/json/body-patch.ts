const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const comma = 0x2c

interface Span {
  readonly key: string
  /** Where the key's opening quote is. */
  readonly keyStart: number
  readonly start: number
  readonly end: number
}

/**
 * Replaces the values of top-level members in a JSON object's bytes, and adds members that are missing, without touching any
 * other byte: what the gateway does not know goes up as the client wrote it. `bytes` has been parsed before, so it is valid JSON.
 * Values are JSON texts. `undefined` as a value removes nothing: it leaves the member alone.
 */
export function patchTopLevel(bytes: Buffer, values: Readonly<Record<string, string>>): Buffer {
  const keys = Object.keys(values)
  if (keys.length === 0) return bytes
  const [only] = keys
  const leading = keys.length === 1 && only !== undefined ? patchLeading(bytes, only, values[only] ?? 'null') : undefined
  if (leading !== undefined) return leading
  const spans = topLevelSpans(bytes, new Set(keys))
  const pieces: Buffer[] = []
  let from = 0
  const seen = new Set<string>()
  for (const span of spans) {
    pieces.push(bytes.subarray(from, span.start), Buffer.from(values[span.key] ?? 'null'))
    seen.add(span.key)
    from = span.end
  }
  const added = Object.entries(values).filter(([key]) => !seen.has(key))
  if (added.length > 0) {
    const closing = bytes.lastIndexOf('}')
    const empty =
      bytes
        .subarray(bytes.indexOf('{') + 1, closing)
        .toString('latin1')
        .trim() === ''
    const text = added.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')
    pieces.push(bytes.subarray(from, closing), Buffer.from(empty ? text : `,${text}`))
    from = closing
  }
  pieces.push(bytes.subarray(from))
  return Buffer.concat(pieces)
}

/**
 * The quick way where the member comes first, as mostly `model` does, and its text value and name are plain. `undefined` where that
 * is not so, or where the name might come a second time, also in other spelling (`\\u006d…`): then every member is looked at.
 */
function patchLeading(bytes: Buffer, key: string, value: string): Buffer | undefined {
  const name = `"${key}"`
  const start = name.length + 2
  if (bytes.toString('latin1', 0, start + 1) !== `{${name}:"`) return undefined
  const end = bytes.indexOf(quote, start + 1)
  if (end < 0 || bytes[end - 1] === backslash || bytes.indexOf(name, end, 'latin1') >= 0 || bytes.indexOf('\\u', 0, 'latin1') >= 0)
    return undefined
  // The client mostly names the model as the provider does.
  if (value.length === end + 1 - start && bytes.toString('utf8', start, end + 1) === value) return bytes
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(value), bytes.subarray(end + 1)])
}

/** Takes top-level members out of a JSON object's bytes, each with one comma, without touching any other byte. */
export function removeTopLevel(bytes: Buffer, keys: readonly string[]): Buffer {
  const spans = topLevelSpans(bytes, new Set(keys))
  if (spans.length === 0) return bytes
  const pieces: Buffer[] = []
  let from = 0
  for (const { keyStart, end } of spans) {
    pieces.push(bytes.subarray(from, keyStart))
    const next = skipSpace(bytes, end)
    from = bytes[next] === comma ? skipSpace(bytes, next + 1) : end
  }
  const head = Buffer.concat(pieces)
  const tail = bytes.subarray(from)
  // Where the last member went, the comma before it is left over.
  if (tail[skipSpace(tail, 0)] !== closeBrace) return Buffer.concat([head, tail])
  let last = head.length
  while (last > 0 && isSpace(head[last - 1])) last--
  return Buffer.concat([head[last - 1] === comma ? head.subarray(0, last - 1) : head, tail])
}

/** Where the values of these members stand. Strings are skipped by native search, so that megabytes of base64 cost little. */
function topLevelSpans(bytes: Buffer, keys: ReadonlySet<string>): Span[] {
  const spans: Span[] = []
  let index = bytes.indexOf(openBrace) + 1
  while (index < bytes.length) {
    index = bytes.indexOf(quote, index)
    if (index < 0) break
    const keyEnd = stringEnd(bytes, index)
    const key = JSON.parse(bytes.toString('utf8', index, keyEnd)) as string
    const start = skipSpace(bytes, bytes.indexOf(0x3a, keyEnd) + 1)
    const end = valueEnd(bytes, start)
    if (keys.has(key)) spans.push({ key, keyStart: index, start, end })
    index = end
  }
  return spans
}

function skipSpace(bytes: Buffer, from: number): number {
  let index = from
  for (let byte = bytes[index]; byte === 32 || byte === 10 || byte === 13 || byte === 9; byte = bytes[index]) index++
  return index
}

/** The offset after the closing quote of the string that opens at `from`. */
function stringEnd(bytes: Buffer, from: number): number {
  let index = from
  for (;;) {
    index = bytes.indexOf(quote, index + 1)
    if (index < 0) return bytes.length
    let slashes = 0
    while (bytes[index - 1 - slashes] === backslash) slashes++
    if (slashes % 2 === 0) return index + 1
  }
}

function valueEnd(bytes: Buffer, start: number): number {
  const first = bytes[start]
  if (first === quote) return stringEnd(bytes, start)
  let index = start
  if (first !== openBrace && first !== openBracket) {
    while (index < bytes.length && bytes[index] !== 0x2c && bytes[index] !== 0x7d && bytes[index] !== 0x5d && !isSpace(bytes[index]))
      index++
    return index
  }
  let depth = 0
  while (index < bytes.length) {
    const byte = bytes[index]
    if (byte === quote) {
      index = stringEnd(bytes, index)
      continue
    }
    if (byte === openBrace || byte === openBracket) depth++
    else if (byte === 0x7d || byte === 0x5d) {
      depth--
      if (depth === 0) return index + 1
    }
    index++
  }
  return index
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9
}
