/** The rows of CSV (RFC 4180) by the names of its first line; tabs may stand for the commas. */
export function csvRows(text: string): Readonly<Record<string, string>>[] {
  const clean = text.replace(/^\ufeff/, '')
  const head = clean.slice(0, clean.search(/[\r\n]|$/))
  const [names = [], ...lines] = cellsOf(clean, head.includes('\t') && !head.includes(',') ? '\t' : ',')
  return lines
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => Object.fromEntries(names.map((name, index) => [name.trim(), cells[index] ?? ''])))
}

function cellsOf(text: string, separator: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at++
      for (;;) {
        const quote = text.indexOf('"', at)
        const end = quote < 0 ? text.length : quote
        cell += text.slice(at, end)
        at = end + 1
        if (text[at] !== '"') break
        cell += '"'
        at++
      }
    }
    const rest = plain(text, at, separator)
    cells.push(cell + text.slice(at, rest))
    at = rest
    if (text[at] === separator) {
      at++
      if (at < text.length) continue
      cells.push('')
    }
    lines.push(cells)
    cells = []
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
  }
  return lines
}

/** Where the cell that has no quotes ends. */
function plain(text: string, from: number, separator: string): number {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}
