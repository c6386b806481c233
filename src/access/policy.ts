import type { Money } from '../accounting/money.js'

/** What a caller may do. */
export interface Policy {
  /** Names or patterns with `*`; absent = all models. */
  readonly models?: readonly string[]
  /** Most requests at the same time, and most open WebSocket connections. */
  readonly maxConcurrent: number
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
  /** What may be spent in all. */
  readonly budget?: Money
}

/** Whether the policy allows this model name. `*` in a pattern stands for any run of characters. */
export function allowsModel({ models }: Policy, name: string): boolean {
  return models === undefined || models.some((pattern) => matches(pattern, name))
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
