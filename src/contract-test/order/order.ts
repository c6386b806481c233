import type { StreamEvent } from '../target.js'

/** What is wrong with the order of a stream's events, each in a sentence; none for a good stream. */
export type OrderCheck = (events: readonly StreamEvent[]) => string[]

export type Value = Readonly<Record<string, unknown>>

export function objectIn(value: unknown): Value {
  // A JSON object has text as its keys.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {}
}

export function objectsIn(value: unknown): readonly Value[] {
  return Array.isArray(value) ? value.map(objectIn) : []
}

/** Pieces of a tool's input must make JSON in the end. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
