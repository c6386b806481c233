/**
 * The text without these characters at its end. A regular expression that is not bound to a beginning (`/0+$/`) takes a time that grows with
 * the square of a run of them anywhere in the text.
 */
export function trimmedEnd(text: string, isTrimmed: (code: number) => boolean): string {
  let end = text.length
  while (end > 0 && isTrimmed(text.charCodeAt(end - 1))) end--
  return text.slice(0, end)
}

/** For {@link trimmedEnd}. */
export function isZero(code: number): boolean {
  return code === 0x30
}
