/*
 * Cuts texts into pieces for the tokenizer. Its time for one word, or one run of white space, grows with the square of its length, so long
 * ones are cut. Ordinary text is cut between words. All lengths in UTF-16 units.
 */
const maxWordLength = 200
/** A multiple of 128, the most spaces in one token. */
const maxSpaceLength = 512
const maxPieceLength = 16_384

/** The end of the piece that begins at `from`. */
export function pieceEnd(text: string, from: number): number {
  const end = Math.min(text.length, from + maxPieceLength)
  let runStart = from
  let space = isSpace(text.charCodeAt(from))
  for (let at = from + 1; at < end; at++) {
    const code = text.charCodeAt(at)
    if (isSpace(code) !== space) {
      runStart = at
      space = !space
    } else if (at - runStart >= (space ? maxSpaceLength : maxWordLength)) return runStart > from ? runStart : withoutSplitPair(text, at)
  }
  return end === text.length || runStart === from ? withoutSplitPair(text, end) : runStart
}

/** Moves a cut to the end of a surrogate pair that it would split. */
function withoutSplitPair(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}

/** Whether `\s` matches the character. */
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
