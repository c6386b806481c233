/**
 * Cuts texts for the tokenizer, which looks for the tokens of a word, or of a run of white space, in a time that grows with the square of its
 * length. Ordinary text is cut between words.
 */
const longestWord = 200
/** A multiple of the longest token of spaces, 128. */
const longestSpace = 512
const longestPiece = 16_384

/** Where the piece ends that begins at `from`. */
export function pieceEnd(text: string, from: number): number {
  const end = Math.min(text.length, from + longestPiece)
  let runStart = from
  let space = isSpace(text.charCodeAt(from))
  for (let at = from + 1; at < end; at++) {
    const code = text.charCodeAt(at)
    if (isSpace(code) !== space) {
      runStart = at
      space = !space
    } else if (at - runStart >= (space ? longestSpace : longestWord)) return runStart > from ? runStart : afterPair(text, at)
  }
  return end === text.length || runStart === from ? afterPair(text, end) : runStart
}

/** Not between the two halves of a character. */
function afterPair(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}

/** White space as `\s` has it. */
function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13)
  return (
    code === 0xa0 ||
    code === 0x3000 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x1680 ||
    code === 0xfeff
  )
}
