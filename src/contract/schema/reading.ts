import { atPointer, isSchemaObject, type JsonSchema, type OpenApiDocument, type SchemaObject } from './json-schema.js'

/** Finds the schema of a `$ref`. */
export type Lookup = (reference: string) => JsonSchema | undefined

export function lookupIn(document: OpenApiDocument): Lookup {
  return (reference) => {
    const found = atPointer(document, reference.slice(reference.indexOf('#')))
    return isSchemaObject(found) || typeof found === 'boolean' ? found : undefined
  }
}

export const allTypes: readonly string[] = ['string', 'number', 'boolean', 'array', 'object', 'null']

/** Whether a branch of a union is the one for unknown kinds (`x-open`). */
export function isOpen(schema: JsonSchema | undefined, lookup: Lookup): boolean {
  if (!isSchemaObject(schema)) return false
  return schema['x-open'] === true || (schema.$ref !== undefined && isOpen(lookup(schema.$ref), lookup))
}

/** The texts that a schema allows for `member`, without a null; `undefined`: it does not list them. */
export function fixedTexts(schema: JsonSchema | undefined, member: string, lookup: Lookup): readonly string[] | undefined {
  if (!isSchemaObject(schema)) return undefined
  const own = textsOf(schema.properties?.[member], lookup)
  if (own !== undefined) return own
  for (const part of parts(schema, lookup)) {
    const texts = fixedTexts(part, member, lookup)
    if (texts !== undefined) return texts
  }
  return undefined
}

/** The names of {@link tagsOf}. */
export function fixedMembers(schema: JsonSchema | undefined, lookup: Lookup): string[] {
  return tagsOf(schema, lookup).map(([name]) => name)
}

function textsOf(schema: JsonSchema | undefined, lookup: Lookup): readonly string[] | undefined {
  if (!isSchemaObject(schema)) return undefined
  if (schema.$ref !== undefined) return textsOf(lookup(schema.$ref), lookup)
  const values = schema.const !== undefined ? [schema.const] : schema.enum
  if (values?.every((value) => value === null || typeof value === 'string') !== true) return undefined
  return values.filter((value) => value !== null)
}

/** The names of the required members. */
export function requiredOf(schema: JsonSchema | undefined, lookup: Lookup): string[] {
  if (!isSchemaObject(schema)) return []
  return [...(schema.required ?? []), ...parts(schema, lookup).flatMap((part) => requiredOf(part, lookup))]
}

function parts(schema: SchemaObject, lookup: Lookup): readonly (JsonSchema | undefined)[] {
  return [...(schema.$ref === undefined ? [] : [lookup(schema.$ref)]), ...(schema.allOf ?? [])]
}

/** The JSON types that a schema can accept; all of them where it has no such keyword. */
export function typesOf(schema: JsonSchema | undefined, lookup: Lookup, seen: Set<JsonSchema> = new Set()): ReadonlySet<string> {
  if (!isSchemaObject(schema) || seen.has(schema)) return new Set(allTypes)
  seen.add(schema)
  let types: ReadonlySet<string> = new Set(allTypes)
  const narrow = (accepted: Iterable<string>) => (types = new Set([...accepted].filter((type) => types.has(type))))
  if (schema.type !== undefined) narrow([schema.type].flat().map((type) => (type === 'integer' ? 'number' : type)))
  if (schema.const !== undefined) narrow([typeOf(schema.const)])
  if (schema.enum !== undefined) narrow(schema.enum.map(typeOf))
  if (schema.$ref !== undefined) narrow(typesOf(lookup(schema.$ref), lookup, seen))
  for (const part of schema.allOf ?? []) narrow(typesOf(part, lookup, seen))
  for (const branches of [schema.oneOf, schema.anyOf])
    if (branches !== undefined) narrow(new Set(branches.flatMap((branch) => [...typesOf(branch, lookup, new Set(seen))])))
  return types
}

/** Whether a schema accepts every value of a type. */
export function isBare(schema: unknown, type: string): boolean {
  if (schema === true) return true
  return (
    isSchemaObject(schema) && schema.type === type && Object.keys(schema).every((keyword) => keyword === 'type' || annotations.has(keyword))
  )
}

const annotations: ReadonlySet<string> = new Set(['description', 'title', 'example', 'examples', 'default'])

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** The members for which a schema lists the allowed texts, with those texts. */
export function tagsOf(schema: JsonSchema | undefined, lookup: Lookup): [name: string, texts: readonly string[]][] {
  if (!isSchemaObject(schema)) return []
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, readonly string[]][] => {
    const texts = textsOf(property, lookup)
    return texts === undefined ? [] : [[name, texts]]
  })
  return [...own, ...parts(schema, lookup).flatMap((part) => tagsOf(part, lookup))]
}
