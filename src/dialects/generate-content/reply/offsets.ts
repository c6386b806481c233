/** Offsets of grounding segments count UTF-8 bytes, those of citations in the exchange UTF-16 units. */
export function utf16Offset(text: string, byteOffset: number): number {
  let bytes = 0
  let index = 0
  while (index < text.length && bytes < byteOffset) {
    const code = text.codePointAt(index) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    index += code < 0x10000 ? 1 : 2
  }
  return index
}

export function byteOffset(text: string, utf16: number): number {
  return Buffer.byteLength(text.slice(0, utf16))
}
