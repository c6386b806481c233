import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml'
import { ConfigurationError } from './problem.js'

export type KeyPath = readonly (string | number)[]

/** The file's content together with the place of every key, for errors that point at it. */
export interface ConfigurationDocument {
  readonly content: unknown
  /** `anywire.yaml:14:15` for the value at a path, or for the key itself; the file alone where the path is not in it. */
  readonly place: (path: KeyPath, which?: 'key' | 'value') => string
}

/** Parser messages that do not quote the file, and so cannot show a secret. */
const quotable = new Set([
  'DUPLICATE_KEY',
  'BAD_INDENT',
  'MISSING_CHAR',
  'TAB_AS_INDENT',
  'MULTILINE_IMPLICIT_KEY',
  'BLOCK_AS_IMPLICIT_KEY',
])

export function parseConfiguration(text: string, fileName: string): ConfigurationDocument {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, merge: true })
  const at = (offset: number | undefined): string => {
    if (offset === undefined) return fileName
    const { line, col } = lines.linePos(offset)
    return `${fileName}:${line}:${col}`
  }
  const [error] = document.errors
  if (error !== undefined) {
    // A plain `${NAME}` inside braces: YAML takes its brace for a mapping.
    if (text.startsWith('${', error.pos[0] - 1))
      throw new ConfigurationError(`${at(error.pos[0] - 1)}: expected quotes around the reference: "\${NAME}"`)
    const reason = quotable.has(error.code) ? error.message : error.code.toLowerCase().replaceAll('_', ' ')
    throw new ConfigurationError(`${at(error.pos[0])} is not valid YAML: ${reason}; expected a mapping of settings`)
  }
  return { content: contentOf(document, at), place: (path, which = 'value') => at(offsetOf(document, path, which)) }
}

function contentOf(document: Document, at: (offset: number | undefined) => string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    throw new ConfigurationError(`${at(0)} is not valid YAML: an alias leads nowhere or too many are used; expected a mapping of settings`)
  }
}

function offsetOf(document: Document, path: KeyPath, which: 'key' | 'value'): number | undefined {
  const last = path.at(-1)
  const parent = path.length === 0 ? undefined : path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  if (isMap(parent)) {
    const pair = parent.items.find((item) => isPair(item) && (isScalar(item.key) ? String(item.key.value) : item.key) === String(last))
    const node = which === 'value' && isNode(pair?.value) ? pair.value : pair?.key
    if (isNode(node)) return node.range?.[0]
  }
  if (isSeq(parent) && typeof last === 'number') {
    const node = parent.items[last]
    if (isNode(node)) return node.range?.[0]
  }
  return path.length === 0 ? undefined : offsetOf(document, path.slice(0, -1), 'value')
}
