import { listOf, numberOf, objectOf, type JsonObject } from '../json/object.js'
import type { Findings } from './findings.js'

interface UsageNames {
  /** The counts that add up to the total; those that are absent count as 0. */
  readonly addends: readonly string[]
  readonly total?: string
  /** Counts that are part of another one, as `[part, whole]`: `['prompt_tokens_details/cached_tokens', 'prompt_tokens']`. */
  readonly parts: readonly (readonly [string, string])[]
  /** Counts that cannot be 0 after a prompt was read and an answer written. */
  readonly positive: readonly string[]
}

/** Counts of tokens are there and agree with each other. */
export function checkUsage(find: Findings, at: string, usage: unknown, names: UsageNames): void {
  const counts = objectOf(usage)
  find.require(counts !== undefined, at, usage, 'counts of tokens', 'clients are billed, and limited, by the usage of each answer')
  if (counts === undefined) return
  for (const name of names.positive)
    find.count(`${at}/${name}`, countAt(counts, name), 1, 'a prompt that was read and an answer that was written have tokens')
  if (names.total !== undefined) {
    const sum = names.addends.reduce((all, name) => all + (numberOf(countAt(counts, name)) ?? 0), 0)
    find.equals(`${at}/${names.total}`, counts[names.total], sum, `the total is the sum of ${names.addends.join(' and ')}`)
  }
  for (const [part, whole] of names.parts) {
    const [size, all] = [numberOf(countAt(counts, part)), numberOf(countAt(counts, whole))]
    if (size !== undefined && all !== undefined)
      find.require(size <= all, `${at}/${part}`, size, `at most ${all}`, `these tokens are part of ${whole}`)
  }
}

function countAt(counts: JsonObject, path: string): unknown {
  return path.split('/').reduce<unknown>((value, step) => objectOf(value)?.[step], counts)
}

/** The members of a list have the indices 0, 1, 2 … in this order. */
export function checkIndices(find: Findings, at: string, list: unknown, rule: string): void {
  listOf(list).forEach((entry, position) => {
    find.equals(`${at}/${position}/index`, objectOf(entry)?.['index'], position, rule)
  })
}
