import { isSecret } from '../config/problem.js'
import { isObject, type JsonObject } from '../json/object.js'
import { pointerOf, unescapeStep } from '../json/pointer.js'

type Path = readonly (string | number)[]

/** The texts of an entry that are secrets, by their JSON pointers, and the entry without them. */
export function partSecrets(entry: JsonObject): { readonly settings: JsonObject; readonly secrets: Readonly<Record<string, string>> } {
  const secrets: Record<string, string> = {}
  const settings = eachText(entry, [], (text, path) => {
    if (!isSecret(path)) return text
    secrets[pointerOf(path)] = text
    return undefined
  })
  return { settings, secrets }
}

/** The entry with its secrets at their places. */
export function joinSecrets(settings: JsonObject, secrets: ReadonlyMap<string, string>): JsonObject {
  const joined = new Map(Object.entries(settings))
  for (const [place, secret] of secrets) {
    const [, first = '', ...rest] = place.split('/').map(unescapeStep)
    const inner = joined.get(first)
    joined.set(first, rest.length === 0 ? secret : { ...(isObject(inner) ? inner : {}), [rest.join('/')]: secret })
  }
  return Object.fromEntries(joined)
}

/** Whether the member at this path is a secret. */
export function isSecretMember(path: Path): boolean {
  return isSecret(path)
}

/** The entry as it may be shown. */
export function maskEntry(entry: JsonObject): JsonObject {
  return eachText(entry, [], (text, path) => (isSecret(path) ? maskSecret(text, path) : text))
}

/** The value of one member as it may be shown. */
export function maskMember(value: unknown, path: Path): unknown {
  if (typeof value === 'string') return isSecret(path) ? maskSecret(value, path) : value
  return isObject(value) ? eachText(value, path, (text, at) => (isSecret(at) ? maskSecret(text, at) : text)) : value
}

const shortestShown = 12
/** What stands for the part of a secret that is not shown. */
export const hiddenMark = '…'

function maskSecret(text: string, path: Path): string {
  if (path.at(-1) === 'proxy') return withoutCredentials(text)
  return text.length < shortestShown ? hiddenMark : `${hiddenMark}${text.slice(-4)}`
}

function withoutCredentials(proxy: string): string {
  if (!URL.canParse(proxy)) return proxy
  const { protocol, host, username, password } = new URL(proxy)
  return username === '' && password === '' ? proxy : `${protocol}//${hiddenMark}@${host}`
}

/** `change` gives another text, or `undefined` to leave the member out. Secrets are never in lists. */
function eachText(entry: JsonObject, path: Path, change: (text: string, path: Path) => string | undefined): JsonObject {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(entry)) {
    const place = [...path, name]
    const kept = typeof value === 'string' ? change(value, place) : isObject(value) ? eachText(value, place, change) : value
    if (kept !== undefined) result[name] = kept
  }
  return result
}
