import { isDeepStrictEqual } from 'node:util'
import { isObject } from './object.js'
import { pointerOf } from './pointer.js'

export interface Difference {
  /** JSON pointer. */
  readonly at: string
  /** `undefined`: there was none, or there is none. */
  readonly before: unknown
  readonly after: unknown
}

/** The members in which two objects differ, those of objects within them too. Lists are compared whole. */
export function differences(before: object | undefined, after: object | undefined): Difference[] {
  const found: Difference[] = []
  const compare = (old: object, now: object, path: readonly string[]): void => {
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const one: unknown = Reflect.get(old, name)
      const other: unknown = Reflect.get(now, name)
      const place = [...path, name]
      if (isObject(one) && isObject(other)) compare(one, other, place)
      else if (!isDeepStrictEqual(one, other)) found.push({ at: pointerOf(place), before: one, after: other })
    }
  }
  compare(before ?? {}, after ?? {}, [])
  return found
}
