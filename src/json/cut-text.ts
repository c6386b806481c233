/** The text in pieces of so many UTF-16 units at most, none cut between the halves of a character. An empty text is one piece. */
export function* cutText(text: string, longest: number): Generator<string> {
  let from = 0
  do {
    const end = pieceEnd(text, from, longest)
    yield text.slice(from, end)
    from = end
  } while (from < text.length)
}

/** Where a piece of a text that begins at `from` ends. */
export function pieceEnd(text: string, from: number, longest: number): number {
  const end = from + longest
  if (end >= text.length) return text.length
  return isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
