/** The configuration is wrong: one line that says where, what is expected and never a secret. The process ends with code 78. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message.replaceAll(/\s+/g, ' '))
    this.name = 'ConfigurationError'
  }
}

/** BSD's EX_CONFIG. */
export const configurationExitCode = 78

/** Writes `['providers', 1, 'base_url']` as `providers[1].base_url`. */
export function keyPath(path: readonly (string | number)[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else text += text === '' ? showName(step) : `.${showName(step)}`
  }
  return text === '' ? '(top level)' : text
}

/** The value at a path; `undefined` where there is none. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined), value)
}

/** A key as it may be shown: short, printable, and nothing that looks like a credential written in the wrong place. */
export function showName(name: string): string {
  const printable = name.replaceAll(/[^\x20-\x7e]/g, '?')
  return printable.length > 64 || looksSecret(printable) ? `${printable.slice(0, 4)}…` : printable
}

/** How keys begin: providers', and this gateway's. */
const keyPrefix = /^(?:(?:sk|key|adm|gsk|xai|csk|pplx|hf|pa|jina|nvapi|fw|r8|ghp|tgp|bearer)[-_ ]|AIza|AKIA|ABSK)/i
/** A part without separators that no word is: letters and digits mixed, or very long. */
const randomPart = /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d+=]{16,}|[a-z\d+=]{32,}/i
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** Whether a text could be a credential that was written in the wrong place. */
function looksSecret(text: string): boolean {
  return keyPrefix.test(text) || randomPart.test(text) || uuid.test(text)
}

const secretKeys = new Set([
  'proxy',
  'key',
  'api_key',
  'secret_key',
  'redis',
  'database',
  'secret_access_key',
  'session_token',
  'client_secret',
  'secret',
  'webhooks',
])

/** Values under these keys never appear in an error. */
export function isSecret(path: readonly (string | number)[]): boolean {
  return path.some((step) => typeof step === 'string' && (secretKeys.has(step) || step === 'headers'))
}

/** A value as an error may show it: scalars short and quoted, everything else by its type. */
export function showValue(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'another value'
  // Credentials stand before an `@`, in a query or in a fragment of an address.
  return value.length > 60 || /[@?&#]/.test(value) || looksSecret(value) ? `a text of ${value.length} characters` : JSON.stringify(value)
}

/** The candidate nearest to a mistyped word, when it is near enough to be meant. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate)
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 16) return Infinity
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const substituted = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(substituted, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[right.length] ?? Infinity
}
