import { isSchemaObject, type JsonSchema, type OpenApiDocument, type SchemaObject } from './json-schema.js'
import { allTypes, fixedMembers, fixedTexts, isOpen, lookupIn, requiredOf, typesOf, type Lookup } from './reading.js'

/**
 * The same document with every union made decidable: first by the JSON type of the value, then by the tag that its object
 * branches carry. A value is then checked against one branch only. That is quicker than trying all of them, and an error
 * speaks of the branch that was meant.
 *
 * Unions that cannot be told apart this way stay as they are. `$ref`s get {@link documentId} in front, so that each schema of
 * the result can be compiled alone.
 */
export function sharpen(document: OpenApiDocument): OpenApiDocument {
  const lookup = lookupIn(document)
  const mapOf = (members: SchemaObject) => Object.fromEntries(Object.entries(members).map(([name, member]) => [name, walk(member)]))
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (!isSchemaObject(value)) return value
    const copy: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value)) {
      if (literal.has(name)) copy[name] = member
      else if (maps.has(name) && isSchemaObject(member)) copy[name] = mapOf(member)
      else if (name === '$ref' && typeof member === 'string' && member.startsWith('#')) copy[name] = documentId + member
      else copy[name] = walk(member)
    }
    return decideUnion(copy, value, lookup)
  }
  return walk(document) as OpenApiDocument
}

/** Under which the validator knows a sharpened document. */
export const documentId = 'contract'

/** Members that hold values, not schemas. */
const literal = new Set(['example', 'examples', 'default', 'const', 'enum'])

/** Members whose own members have free names, which may be any of the keywords. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'schemas', 'responses'])

/** `copy` is `original` with its members already sharpened, branch by branch in the same order. */
function decideUnion(copy: SchemaObject, original: SchemaObject, lookup: Lookup): SchemaObject {
  const word = original.oneOf ? 'oneOf' : original.anyOf ? 'anyOf' : undefined
  if (word === undefined) return copy
  const branches = (original[word] ?? []).map((branch, index): Branch => ({
    original: branch,
    sharpened: copy[word]?.[index] ?? true,
    types: typesOf(branch, lookup),
  }))
  const decided = byType(branches, word, lookup)
  if (decided === undefined) return copy
  const { [word]: _union, discriminator: _tag, ...rest } = copy
  return { ...rest, allOf: [...(rest.allOf ?? []), ...decided] }
}

interface Branch {
  readonly original: JsonSchema
  readonly sharpened: JsonSchema
  readonly types: ReadonlySet<string>
}

function byType(branches: readonly Branch[], word: 'oneOf' | 'anyOf', lookup: Lookup): JsonSchema[] | undefined {
  const types = allTypes.filter((type) => branches.some((branch) => branch.types.has(type)))
  // A union of bare conditions, such as alternatives of `required`, says nothing about types.
  if (types.length === allTypes.length) return undefined
  const parts: JsonSchema[] = [{ type: types.length === 1 ? (types[0] ?? 'object') : types }]
  for (const type of types) {
    const group = branches.filter((branch) => branch.types.has(type))
    const rule = type === 'object' ? byTag(group, word, lookup) : union(group, word)
    if (isBare(rule, type)) continue
    parts.push(types.length === 1 ? rule : { if: { type }, then: rule })
  }
  return parts
}

/**
 * By the text of a member that every branch fixes. Where some branches may lack the member, a value without it is held against
 * those alone.
 */
function byTag(branches: readonly Branch[], word: 'oneOf' | 'anyOf', lookup: Lookup): JsonSchema {
  const open = branches.filter((branch) => isOpen(branch.original, lookup))
  const closed = branches.filter((branch) => !open.includes(branch))
  if (closed.length < 2 && open.length === 0) return union(branches, word)
  const tag = commonTag(closed, lookup)
  if (tag === undefined) return union(branches, word)
  const groups = groupsByText(closed, tag, lookup)
  const known = groups.flatMap(({ texts }) => texts)
  if (new Set(known).size !== known.length) return union(branches, word)
  const tagged: SchemaObject = {
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: groups.map((group) => ({
      required: [tag],
      properties: { [tag]: { enum: group.texts } },
      allOf: [union(group.branches, word)],
    })),
  }
  const present =
    open.length === 0 ? tagged : { if: { required: [tag], properties: { [tag]: { enum: known } } }, then: tagged, else: union(open, word) }
  const absent = branches.filter((branch) => !requiredOf(branch.original, lookup).includes(tag))
  if (absent.length === 0) return present
  return { if: { required: [tag], properties: { [tag]: { type: 'string' } } }, then: present, else: union(absent, word) }
}

interface TagGroup {
  readonly texts: readonly string[]
  readonly branches: readonly Branch[]
}

/** Branches that fix the same texts stand together. */
function groupsByText(branches: readonly Branch[], tag: string, lookup: Lookup): TagGroup[] {
  const groups = new Map<string, TagGroup>()
  for (const branch of branches) {
    const texts = fixedTexts(branch.original, tag, lookup) ?? []
    const key = JSON.stringify(texts)
    groups.set(key, { texts, branches: [...(groups.get(key)?.branches ?? []), branch] })
  }
  return [...groups.values()]
}

function union(branches: readonly Branch[], word: 'oneOf' | 'anyOf'): JsonSchema {
  const [first, ...others] = branches
  return others.length === 0 && first !== undefined ? first.sharpened : { [word]: branches.map((branch) => branch.sharpened) }
}

function isBare(schema: JsonSchema, type: string): boolean {
  if (schema === true) return true
  if (!isSchemaObject(schema) || schema.type !== type) return false
  return Object.keys(schema).every((keyword) => ['type', 'description', 'title', 'example', 'examples', 'default'].includes(keyword))
}

/** The member whose fixed text tells the branches apart. */
function commonTag(branches: readonly Branch[], lookup: Lookup): string | undefined {
  const [first] = branches
  if (first === undefined) return undefined
  const names = fixedMembers(first.original, lookup).sort((left, right) => Number(right === 'type') - Number(left === 'type'))
  return names.find((name) => branches.every((branch) => (fixedTexts(branch.original, name, lookup) ?? []).length > 0))
}
