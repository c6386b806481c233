import { isSchemaObject, type JsonSchema, type OpenApiDocument, type SchemaObject } from './json-schema.js'
import { allTypes, fixedMembers, fixedTexts, isBare, isOpen, lookupIn, requiredOf, typesOf, type Lookup } from './reading.js'

/**
 * Rewrites every union (`oneOf`, `anyOf`) of a document so that the JSON type of a value, and then the tag of an object, decide which branch
 * it is checked against. That is faster than trying all branches, and errors are those of the branch that was meant.
 *
 * Unions without such a tag stay unchanged. `$ref`s get the prefix {@link documentId}, so that each schema can be compiled alone. Texts for
 * readers are left out: compiled code contains some schemas as a whole.
 */
export function withDecidedUnions(document: OpenApiDocument): OpenApiDocument {
  const lookup = lookupIn(document)
  const mapOf = (members: SchemaObject) => Object.fromEntries(Object.entries(members).map(([name, member]) => [name, walk(member)]))
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (!isSchemaObject(value)) return value
    const copy: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value)) {
      if (texts.has(name)) continue
      if (literal.has(name)) copy[name] = member
      else if (maps.has(name) && isSchemaObject(member)) copy[name] = mapOf(member)
      else if (name === '$ref' && typeof member === 'string' && member.startsWith('#')) copy[name] = documentId + member
      else copy[name] = walk(member)
    }
    return decideUnion(copy, value, lookup)
  }
  return walk(document) as OpenApiDocument
}

/** The id of a rewritten document in the validator. */
export const documentId = 'contract'

/** Members that are for readers alone. */
const texts = new Set(['summary', 'description', 'example', 'examples'])

/** Members whose values are not schemas. */
const literal = new Set(['default', 'const', 'enum'])

/** Members whose own members may have any names, those of keywords too. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'schemas', 'responses'])

/** `copy`: `original` with its members already rewritten, the branches in the same order. */
function decideUnion(copy: SchemaObject, original: SchemaObject, lookup: Lookup): SchemaObject {
  const keyword = original.oneOf ? 'oneOf' : original.anyOf ? 'anyOf' : undefined
  if (keyword === undefined) return copy
  const branches = (original[keyword] ?? []).map((branch, index): Branch => ({
    original: branch,
    rewritten: copy[keyword]?.[index] ?? true,
    types: typesOf(branch, lookup),
  }))
  const decided = byType(branches, keyword, lookup)
  if (decided === undefined) return copy
  const { [keyword]: _union, discriminator: _tag, ...rest } = copy
  return { ...rest, allOf: [...(rest.allOf ?? []), ...decided] }
}

interface Branch {
  readonly original: JsonSchema
  readonly rewritten: JsonSchema
  readonly types: ReadonlySet<string>
}

function byType(branches: readonly Branch[], keyword: 'oneOf' | 'anyOf', lookup: Lookup): JsonSchema[] | undefined {
  const types = allTypes.filter((type) => branches.some((branch) => branch.types.has(type)))
  // A union of conditions, such as alternatives of `required`, does not restrict types.
  if (types.length === allTypes.length) return undefined
  const parts: JsonSchema[] = [{ type: types.length === 1 ? (types[0] ?? 'object') : types }]
  for (const type of types) {
    const group = branches.filter((branch) => branch.types.has(type))
    const rule = type === 'object' ? byTag(group, keyword, lookup) : union(group, keyword)
    if (isBare(rule, type)) continue
    parts.push(types.length === 1 ? rule : { if: { type }, then: rule })
  }
  return parts
}

/** Decides by a tag for which every branch lists its values. A value without the tag is checked against the branches that do not require it. */
function byTag(branches: readonly Branch[], keyword: 'oneOf' | 'anyOf', lookup: Lookup): JsonSchema {
  const open = branches.filter((branch) => isOpen(branch.original, lookup))
  const closed = branches.filter((branch) => !open.includes(branch))
  if (closed.length < 2 && open.length === 0) return union(branches, keyword)
  const tag = commonTag(closed, lookup)
  if (tag === undefined) return union(branches, keyword)
  const groups = groupsByText(closed, tag, lookup)
  const known = groups.flatMap(({ texts }) => texts)
  if (new Set(known).size !== known.length) return union(branches, keyword)
  const tagged: SchemaObject = {
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: groups.map((group) => ({
      required: [tag],
      properties: { [tag]: { enum: group.texts } },
      allOf: [union(group.branches, keyword)],
    })),
  }
  const present =
    open.length === 0
      ? tagged
      : { if: { required: [tag], properties: { [tag]: { enum: known } } }, then: tagged, else: union(open, keyword) }
  const absent = branches.filter((branch) => !requiredOf(branch.original, lookup).includes(tag))
  if (absent.length === 0) return present
  return { if: { required: [tag], properties: { [tag]: { type: 'string' } } }, then: present, else: union(absent, keyword) }
}

interface TagGroup {
  readonly texts: readonly string[]
  readonly branches: readonly Branch[]
}

/** Groups the branches that list the same values. */
function groupsByText(branches: readonly Branch[], tag: string, lookup: Lookup): TagGroup[] {
  const groups = new Map<string, TagGroup>()
  for (const branch of branches) {
    const texts = fixedTexts(branch.original, tag, lookup) ?? []
    const key = JSON.stringify(texts)
    groups.set(key, { texts, branches: [...(groups.get(key)?.branches ?? []), branch] })
  }
  return [...groups.values()]
}

function union(branches: readonly Branch[], keyword: 'oneOf' | 'anyOf'): JsonSchema {
  const [first, ...others] = branches
  return others.length === 0 && first !== undefined ? first.rewritten : { [keyword]: branches.map((branch) => branch.rewritten) }
}

/** The tag of the branches: a member for which each lists its values. */
function commonTag(branches: readonly Branch[], lookup: Lookup): string | undefined {
  const [first] = branches
  if (first === undefined) return undefined
  const names = fixedMembers(first.original, lookup).sort((left, right) => Number(right === 'type') - Number(left === 'type'))
  return names.find((name) => branches.every((branch) => (fixedTexts(branch.original, name, lookup) ?? []).length > 0))
}
