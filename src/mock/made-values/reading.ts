import { isSchemaObject } from '../../contract/schema/json-schema.js'
import type { JsonSchema, SchemaObject } from '../../contract/schema/index.js'
import { isObject } from '../../json/object.js'

export const isSchema = (value: unknown): value is JsonSchema => typeof value === 'boolean' || isSchemaObject(value)

const isSchemaList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSchema)
const isSchemaMap = (value: unknown): boolean => isObject(value) && Object.values(value).every(isSchema)

const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  $ref: (value) => typeof value === 'string',
  type: (value) => [value].flat().every((type) => typeof type === 'string'),
  enum: (value) => Array.isArray(value) && value.length > 0,
  required: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  properties: isSchemaMap,
  allOf: isSchemaList,
  anyOf: isSchemaList,
  oneOf: isSchemaList,
}

/** The schema without keywords whose values are not what JSON Schema says: a client wrote it, and nobody has checked it. */
export function readable(schema: SchemaObject): SchemaObject {
  const isWrong = ([keyword, value]: readonly [string, unknown]): boolean =>
    Object.hasOwn(shapes, keyword) && shapes[keyword]?.(value) === false
  return Object.entries(schema).some(isWrong) ? Object.fromEntries(Object.entries(schema).filter((entry) => !isWrong(entry))) : schema
}
