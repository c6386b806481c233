/** A hash of 64 bits in base 36: FNV-1a over UTF-16 units, with two seeds. Not for security. */
export function shortHash(text: string): string {
  return fnv(text, 0x811c9dc5) + fnv(text, 0x01000193)
}

function fnv(text: string, seed: number): string {
  let hash = seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
