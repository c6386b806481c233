import type { Problem } from './check.js'
import type { KeyPath } from './document.js'

/** Keys whose values are credentials that people copy from web pages. */
const credentials: ReadonlySet<string> = new Set(['api_key', 'key', 'secret_access_key', 'access_key_id', 'session_token', 'secret_key'])

/** References in the spelling of other programs. */
const foreignReference =
  /^(?:\$([A-Za-z_][A-Za-z0-9_]*)|os\.environ\/([A-Za-z_][A-Za-z0-9_]*)|env[:.]([A-Z_][A-Z0-9_]*)|%([A-Z_][A-Z0-9_]*)%)$/

/** A reference to an environment variable as another program writes it: the right spelling is named. */
export function foreignReferences(content: unknown, path: KeyPath = []): Problem | undefined {
  if (typeof content === 'string') {
    const found = foreignReference.exec(content)
    const name = found?.slice(1).find(Boolean)
    return name === undefined ? undefined : { path, expected: `expected "\${${name}}", which is how a reference is written here` }
  }
  return firstProblem(content, path, foreignReferences)
}

/** Takes white space from around credentials, in place; within one it is an error. */
export function trimCredentials(content: unknown, path: KeyPath = []): Problem | undefined {
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
    for (const [name, value] of Object.entries(content)) {
      if (typeof value !== 'string' || !credentials.has(name)) continue
      const trimmed = value.trim()
      if (/\s/.test(trimmed) && name !== 'secret_key')
        return { path: [...path, name], expected: 'expected a key without white space in it' }
      Reflect.set(content, name, trimmed)
    }
  }
  return firstProblem(content, path, trimCredentials)
}

function firstProblem(
  content: unknown,
  path: KeyPath,
  check: (content: unknown, path: KeyPath) => Problem | undefined,
): Problem | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  const entries: [string | number, unknown][] = Array.isArray(content) ? [...content.entries()] : Object.entries(content)
  for (const [name, value] of entries) {
    const problem = check(value, [...path, name])
    if (problem !== undefined) return problem
  }
  return undefined
}
