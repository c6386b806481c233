import { isObject } from '../../json/object.js'
import { unescapeStep } from '../../json/pointer.js'

/** A JSON Schema of an OpenAPI 3.1 document. */
export type JsonSchema = boolean | SchemaObject

export interface SchemaObject {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  /** Marks the branch of a union for values of kinds that no other branch has. */
  readonly 'x-open'?: boolean
  readonly [keyword: string]: unknown
}

export interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>>; readonly [group: string]: unknown }
  readonly [member: string]: unknown
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return isObject(value)
}

/** The value at a pointer (`#/a/b`) into a document, or undefined. */
export function atPointer(document: unknown, pointer: string): unknown {
  let value = document
  for (const step of pointer.replace(/^#?\//, '').split('/')) {
    const name = unescapeStep(decodeURIComponent(step))
    if (Array.isArray(value)) value = value[Number(name)]
    else if (isObject(value)) value = value[name]
    else return undefined
  }
  return value
}
