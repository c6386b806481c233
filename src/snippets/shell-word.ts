/** A word of the shell, quoted where that is needed. */
export function shellWord(text: string): string {
  return /^[\w.:/%-]+$/.test(text) ? text : inSingleQuotes(text)
}

export function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
