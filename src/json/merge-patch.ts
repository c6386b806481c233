import { isObject, type JsonObject } from './object.js'

/** JSON Merge Patch, RFC 7396: members of the patch replace those of the object, `null` removes them; lists are replaced whole. */
export function mergePatch(object: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map(Object.entries(object))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else if (isObject(value)) {
      const before = result.get(name)
      result.set(name, mergePatch(isObject(before) ? before : {}, value))
    } else result.set(name, value)
  }
  return Object.fromEntries(result)
}
