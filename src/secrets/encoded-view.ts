/** A decoded text, and the place of each of its characters in the original. */
export interface EncodedView {
  readonly text: string
  /** Offset in the original text of each UTF-16 unit; one more at the end. */
  readonly at: Int32Array
}

/** JSON and JavaScript escapes, percent-encoding, HTML's character references: one level of each. */
const escapes = /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\(["\\/bfnrt])|%([0-7][0-9a-f])|&#x([0-9a-f]{1,6});|&#(\d{1,7});/gi
const named: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** The text itself. */
export function plainView(text: string): EncodedView {
  const at = new Int32Array(text.length + 1)
  for (let index = 0; index <= text.length; index++) at[index] = index
  return { text, at }
}

/** One level decoded; `undefined` where nothing is encoded. */
export function decodedView({ text, at }: EncodedView): EncodedView | undefined {
  escapes.lastIndex = 0
  if (!escapes.test(text)) return undefined
  escapes.lastIndex = 0
  let decoded = ''
  const places = new Int32Array(text.length + 1)
  const copy = (from: number, to: number): void => {
    for (let index = from; index < to; index++) places[decoded.length + index - from] = at[index] ?? 0
    decoded += text.slice(from, to)
  }
  let from = 0
  for (const found of text.matchAll(escapes)) {
    const character = meaning(found)
    if (character === undefined) continue
    copy(from, found.index)
    for (let index = 0; index < character.length; index++) places[decoded.length + index] = at[found.index] ?? 0
    decoded += character
    from = found.index + found[0].length
  }
  copy(from, text.length)
  places[decoded.length] = at[text.length] ?? 0
  return { text: decoded, at: places.subarray(0, decoded.length + 1) }
}

function meaning([, unicode, byte, short, percent, hexReference, reference]: RegExpExecArray): string | undefined {
  if (short !== undefined) return named[short.toLowerCase()] ?? short
  const hex = unicode ?? byte ?? percent ?? hexReference
  const code = hex === undefined ? Number(reference) : parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
