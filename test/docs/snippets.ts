import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export function pageText(page: string): string {
  return readFileSync(join(root, 'docs', page), 'utf8')
}

export function snippetsIn(page: string): Snippet[] {
  return snippetsOf(pageText(page))
}

/** A code block of a page that can be run, with the output that the page shows. */
export interface Snippet {
  readonly language: 'sh' | 'js'
  readonly code: string
  readonly output: string | undefined
  /** Its line in the page. */
  readonly line: number
}

/** The fenced blocks of a page that are `sh` or `js`, each with the block of `text` that follows it. Others are not run. */
export function snippetsOf(page: string): Snippet[] {
  const blocks = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    code: match[2] ?? '',
    line: page.slice(0, match.index).split('\n').length,
  }))
  return blocks.flatMap(({ language, code, line }, index) => {
    if (language !== 'sh' && language !== 'js') return []
    const next = blocks[index + 1]
    return [{ language, code, line, output: next?.language === 'text' ? next.code : undefined }]
  })
}

/** Whether a text matches the shown output: `…` matches any text, white space at the ends is ignored. */
export function isAsShown(shown: string, text: string): boolean {
  let from = 0
  const body = evenly(text.replaceAll('\r\n', '\n').trim())
  const pieces = evenly(shown.trim())
    .split('…')
    .map((piece) => piece.trim())
  for (const [index, piece] of pieces.entries()) {
    const at = body.indexOf(piece, from)
    if (at < 0 || (index === 0 && at !== 0)) return false
    from = at + piece.length
  }
  const last = pieces.at(-1) ?? ''
  return last === '' || body.endsWith(last)
}

/** How wide the columns of a table are depends on how long something took. */
const evenly = (text: string): string => text.replace(/ {2,}/g, '  ')
