/*
 * A vocabulary of byte-pair encoding in one piece of bytes, which is ready to use as it is read: a hash table of places, three bytes each
 * (0: empty), then at each place the length of a token, its rank in three bytes, and its bytes. Numbers are little-endian.
 */
const slots = 2 ** 19
const slotBytes = 3
const headBytes = 4

/** Tokens by rank: as text, or as bytes where they are no UTF-8. Some ranks may have none. At most 255 bytes each. */
export type TokenList = readonly (string | readonly number[] | undefined)[]

export function packVocabulary(tokens: TokenList): Uint8Array {
  const encoder = new TextEncoder()
  const encoded = tokens.map((token) => (typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token ?? [])))
  const packed = new Uint8Array(encoded.reduce((size, bytes) => size + headBytes + bytes.length, slots * slotBytes))
  let place = slots * slotBytes
  for (const [rank, bytes] of encoded.entries()) {
    if (bytes.length === 0) continue
    packed[place] = bytes.length
    write(packed, place + 1, rank)
    packed.set(bytes, place + headBytes)
    let slot = slotOf(bytes, 0, bytes.length)
    while (read(packed, slot * slotBytes) !== 0) slot = (slot + 1) % slots
    write(packed, slot * slotBytes, place)
    place += headBytes + bytes.length
  }
  return packed.subarray(0, place)
}

/** The rank of the token with the bytes from `from` to `to`; `undefined`: it is none. */
export function rankOf(packed: Uint8Array, bytes: Uint8Array, from: number, to: number): number | undefined {
  const length = to - from
  for (let slot = slotOf(bytes, from, to); ; slot = (slot + 1) % slots) {
    const place = read(packed, slot * slotBytes)
    if (place === 0) return undefined
    if (packed[place] !== length) continue
    let same = 0
    while (same < length && packed[place + headBytes + same] === bytes[from + same]) same++
    if (same === length) return read(packed, place + 1)
  }
}

/** FNV-1a. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return (hash ^ (hash >>> 15)) & (slots - 1)
}

function read(packed: Uint8Array, at: number): number {
  return (packed[at] ?? 0) | ((packed[at + 1] ?? 0) << 8) | ((packed[at + 2] ?? 0) << 16)
}

function write(packed: Uint8Array, at: number, value: number): void {
  packed[at] = value & 255
  packed[at + 1] = (value >> 8) & 255
  packed[at + 2] = value >> 16
}
