import { parseObject, type JsonObject } from '../../json/object.js'

/** The arguments of a call as the object that this style writes; `undefined` where the text is no JSON object. */
export function parseArguments(input: string): JsonObject | undefined {
  return input.trim() === '' ? {} : parseObject(input)
}
