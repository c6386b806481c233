import type { KeyPath } from './document.js'
import { pointerOf, unescapeStep } from '../json/pointer.js'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Substituted {
  readonly content: unknown
  /** JSON pointers of the texts in which something was put: their values may be secrets and are never shown. */
  readonly touched: ReadonlySet<string>
}

/** A reference that cannot be resolved. */
export interface SubstitutionProblem {
  readonly path: KeyPath
  readonly expected: string
}

const reference = /\$(\$\{)|\$\{file:([^}]+)\}|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{([^}]*)\}?/g

/**
 * Puts environment variables into every text of the configuration: `${NAME}`, `${NAME:-default}` (also when NAME is empty).
 * `${file:PATH}` puts in a file's text without white space around it, as container platforms hand out secrets; `readFile` gives `undefined`
 * for one that cannot be read. `$${` writes a plain `${`. Keys are left as they are.
 */
export function substitute(
  content: unknown,
  environment: Environment,
  readFile: (path: string) => string | undefined,
): Substituted | SubstitutionProblem {
  const touched = new Set<string>()
  let problem: SubstitutionProblem | undefined

  const text = (value: string, path: KeyPath): string => {
    if (!value.includes('${')) return value
    return value.replaceAll(reference, (_all, escaped?: string, file?: string, name?: string, standard?: string) => {
      if (escaped !== undefined) return escaped
      touched.add(pointerOf(path))
      if (file !== undefined) {
        const found = readFile(file)
        problem ??= found === undefined ? { path, expected: `expected a readable file at ${file}` } : undefined
        return found?.trim() ?? ''
      }
      if (name === undefined) {
        problem ??= { path, expected: 'expected a reference of the form ${NAME}, ${NAME:-default} or ${file:PATH}' }
        return ''
      }
      const found = environment[name]
      if (found !== undefined && (found !== '' || standard === undefined)) return found
      if (standard !== undefined) return standard
      problem ??= { path, expected: `expected the environment variable ${name} to be set` }
      return ''
    })
  }
  const walk = (value: unknown, path: KeyPath): unknown => {
    if (typeof value === 'string') return text(value, path)
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member, [...path, key])]))
    }
    return value
  }
  const result = walk(content, [])
  return problem ?? { content: result, touched }
}

export function pathOf(pointer: string): (string | number)[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : unescapeStep(step)))
}
