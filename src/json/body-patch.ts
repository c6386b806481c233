import { backslash, comma, quote } from './characters.js'
import { PiecedBody } from './pieced-body.js'
import { isSpace, membersOf, skipSpace, type Member } from './scan.js'

/**
 * Replaces the values of top-level members in a JSON object's bytes, and adds missing members, without changing any other byte.
 * `bytes` must be valid JSON. Values are JSON texts. `unique`: none of these members occurs twice, as is checked of those that the gateway
 * decides by when a body is read.
 */
export function patchTopLevel(bytes: Buffer, values: Readonly<Record<string, string>>, unique = false): Buffer {
  const keys = Object.keys(values)
  if (keys.length === 0) return bytes
  const [only] = keys
  const leading = keys.length === 1 && only !== undefined ? leadingPieces(bytes, only, values[only] ?? 'null', unique) : undefined
  if (leading !== undefined) return leading.length === 1 ? bytes : Buffer.concat(leading)
  const spans = topLevelMembers(bytes.toString('latin1'), keys)
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

/** {@link patchTopLevel} of members that do not occur twice, without a copy where only the first one changes. */
export function patchedInPieces(bytes: Buffer, values: Readonly<Record<string, string>>): Buffer | PiecedBody {
  const [entry, ...others] = Object.entries(values)
  const pieces = entry === undefined || others.length > 0 ? undefined : leadingPieces(bytes, ...entry, true)
  if (pieces === undefined) return patchTopLevel(bytes, values, true)
  return pieces.length === 1 ? bytes : new PiecedBody(pieces)
}

/**
 * The fast path where the member comes first, as `model` mostly does, and its name and text value have no escapes: the pieces of the result,
 * the same bytes where nothing changes. `undefined` otherwise, or where the name might occur again, also in another spelling (`\\u006d…`):
 * then every member is checked.
 */
function leadingPieces(bytes: Buffer, key: string, value: string, unique: boolean): Buffer[] | undefined {
  const name = `"${key}"`
  const start = name.length + 2
  if (bytes.toString('latin1', 0, start + 1) !== `{${name}:"`) return undefined
  const end = bytes.indexOf(quote, start + 1)
  if (end < 0 || bytes[end - 1] === backslash) return undefined
  if (!unique && (bytes.indexOf(name, end, 'latin1') >= 0 || bytes.indexOf('\\u', 0, 'latin1') >= 0)) return undefined
  // Client and provider often have the same name for the model.
  if (value.length === end + 1 - start && bytes.toString('utf8', start, end + 1) === value) return [bytes]
  return [bytes.subarray(0, start), Buffer.from(value), bytes.subarray(end + 1)]
}

/** Removes top-level members from a JSON object's bytes, each with one comma, without changing any other byte. */
export function removeTopLevel(bytes: Buffer, keys: readonly string[]): Buffer {
  const text = bytes.toString('latin1')
  const spans = topLevelMembers(text, keys)
  if (spans.length === 0) return bytes
  const pieces: Buffer[] = []
  let from = 0
  for (const { keyStart, end } of spans) {
    pieces.push(bytes.subarray(from, keyStart))
    const next = skipSpace(text, end)
    from = text[next] === ',' ? skipSpace(text, next + 1) : end
  }
  const head = Buffer.concat(pieces)
  const tail = bytes.subarray(from)
  // Where the last member was removed, the comma before it is left over.
  if (text[skipSpace(text, from)] !== '}') return Buffer.concat([head, tail])
  let last = head.length
  while (last > 0 && isSpace(head[last - 1] ?? 0)) last--
  return Buffer.concat([head[last - 1] === comma ? head.subarray(0, last - 1) : head, tail])
}

/** `text`: the bytes as Latin-1, so that its offsets count bytes. A byte order mark may come before the object. */
function topLevelMembers(text: string, keys: readonly string[]): Member[] {
  return membersOf(text, Math.max(0, text.indexOf('{')), (key) => keys.includes(key))
}
