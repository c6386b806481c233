/** A platform token as the hot path knows it. The key itself is nowhere; only its keyed hash is. */
export interface Token {
  readonly id: string
  readonly name: string
  /** Objects (stored responses) belong to the owner; tokens of one owner share them. */
  readonly owner: string
  /** Names or patterns with `*`; absent = all models. */
  readonly models?: readonly string[]
  readonly maxConcurrent: number
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
}

/** Whether the token may use this model name. `*` in a pattern stands for any run of characters. */
export function mayUse(token: Token, model: string): boolean {
  if (token.models === undefined) return true
  return token.models.some((pattern) => matches(pattern, model))
}

function matches(pattern: string, name: string): boolean {
  if (pattern === '*') return true
  if (!pattern.includes('*')) return pattern === name
  const pieces = pattern.split('*')
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  let from = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, from)
    if (found < 0) return false
    from = found + piece.length
  }
  return from <= name.length - last.length
}
