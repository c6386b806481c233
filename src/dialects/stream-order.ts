import { listOf, objectOf, parseObject, type JsonObject } from '../json/object.js'

export interface StreamEvent {
  /** The frame's `event:` line, where it has one. */
  readonly name: string | undefined
  readonly data: string
  /** `data` as JSON; `undefined` for `[DONE]` and for what is no JSON. */
  readonly value: Readonly<Record<string, unknown>> | undefined
}

/** Returns the problems in the order of a stream's events, one sentence each. */
export type OrderCheck = (events: readonly StreamEvent[]) => string[]

export function objectIn(value: unknown): JsonObject {
  return objectOf(value) ?? {}
}

export function objectsIn(value: unknown): readonly JsonObject[] {
  return listOf(value).map(objectIn)
}

/** Pieces of a tool's input must make JSON in the end. */
export function isJsonObject(text: string): boolean {
  return parseObject(text) !== undefined
}
