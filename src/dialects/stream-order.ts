import { listOf, objectOf, parseObject, type JsonObject } from '../json/object.js'

/** An event of a stream, for the checks of `anywire contract-test`. */
export interface StreamEvent {
  /** The value of the `event:` line. */
  readonly name: string | undefined
  readonly data: string
  /** `data` as a JSON object; `undefined` for `[DONE]` and for anything else. */
  readonly value: Readonly<Record<string, unknown>> | undefined
}

/** Checks the order of a stream's events. Returns the problems, one sentence each. */
export type OrderCheck = (events: readonly StreamEvent[]) => string[]

export function objectIn(value: unknown): JsonObject {
  return objectOf(value) ?? {}
}

export function objectsIn(value: unknown): readonly JsonObject[] {
  return listOf(value).map(objectIn)
}

/** Whether the joined pieces of a tool's input are a JSON object. */
export function isJsonObject(text: string): boolean {
  return parseObject(text) !== undefined
}
