// Walks a type of somebody else and a schema of ours side by side and counts what the type has: members, and variants of unions that a constant
// tells apart. A reader says what the type is: `types.mjs` of TypeScript, `specification.mjs` of a published specification.

/** Members whose constant tells the variants of a union apart, in the order in which they are looked for. */
const tags = ['type', 'role', 'object', 'event']

export class Walk {
  found = 0
  /** Paths of what our document lacks. */
  missing = []

  /** `seen`: shared by all walks over a document, so that each type counts once. */
  constructor(reader, document, { ofSdkAlone = [], ofOtherForm = [], seen }) {
    Object.assign(this, { reader, document, seen, ofOtherForm })
    this.ofSdkAlone = new Set(ofSdkAlone)
  }

  get total() {
    return this.found + this.missing.length
  }

  compare(type, schemas, path) {
    const candidates = schemas.flatMap((schema) => this.#objects(schema))
    const variants = this.reader.variants(type)
    const tag = tags.find(
      (name) =>
        variants.length > 1 && variants.filter((variant) => this.reader.constants(variant, name).length > 0).length > variants.length / 2,
    )
    for (const variant of variants) {
      const elements = this.reader.elements(variant)
      if (elements !== undefined) this.compare(elements, this.#lists(schemas), `${path}[]`)
      else if (tag === undefined) this.#members(variant, candidates, path)
      else this.#tagged(variant, tag, candidates, path)
    }
  }

  #tagged(variant, tag, candidates, path) {
    const [constant] = this.reader.constants(variant, tag)
    if (constant === undefined) return this.#members(variant, candidates, path)
    const at = `${path}<${constant}>`
    const fitting = candidates.filter((candidate) => allows(this.#property(candidate, tag), constant, (schema) => this.#resolved(schema)))
    const key = `${constant} ${this.reader.nameOf(variant)} ${fitting.map(({ id }) => id)}`
    if (this.seen.has(key)) return
    this.seen.add(key)
    if (fitting.length === 0) {
      this.missing.push(at)
      return
    }
    this.found++
    this.#members(variant, fitting, at)
  }

  #members(type, candidates, path) {
    const key = `${this.reader.identity(type)} ${candidates.map(({ id }) => id)}`
    if (this.seen.has(key)) return
    this.seen.add(key)
    for (const [name, value] of this.reader.members(type)) {
      if (this.ofSdkAlone.has(name)) continue
      const own = candidates.flatMap((candidate) => this.#property(candidate, name) ?? [])
      const at = path === '' ? name : `${path}.${name}`
      if (own.length === 0) {
        if (!candidates.some(({ schema }) => typeof schema.additionalProperties === 'object')) this.missing.push(at)
        continue
      }
      this.found++
      // A file has no members on the wire.
      if (own.some((schema) => this.#isFile(schema)) || this.ofOtherForm.some((end) => at.endsWith(end))) continue
      this.compare(value(), own, at)
    }
  }

  #resolved(schema) {
    let resolved = schema
    while (resolved?.$ref !== undefined) resolved = this.document.components.schemas[resolved.$ref.split('/').at(-1)]
    return resolved ?? {}
  }

  /** The schemas of objects that a schema allows, each with an identity. */
  #objects(schema, depth = 0) {
    const resolved = this.#resolved(schema)
    if (depth > 12) return []
    const branches = [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? [])].flatMap((branch) => this.#objects(branch, depth + 1))
    const all = (resolved.allOf ?? []).flatMap((branch) => this.#objects(branch, depth + 1))
    const own =
      resolved.properties !== undefined || typeof resolved.additionalProperties === 'object'
        ? [{ id: idOf(resolved), schema: resolved }]
        : []
    return [...own, ...branches, ...all]
  }

  /** Lists in forms are named with brackets. */
  #property({ schema }, name) {
    return schema.properties?.[name] ?? schema.properties?.[`${name}[]`]
  }

  #isFile(schema) {
    const resolved = this.#resolved(schema)
    return resolved.format === 'binary' || [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? [])].some((branch) => this.#isFile(branch))
  }

  #lists(schemas, depth = 0) {
    if (depth > 8) return []
    return schemas.flatMap((schema) => {
      const resolved = this.#resolved(schema)
      const items = resolved.items === undefined ? [] : [resolved.items]
      return [...items, ...this.#lists([...(resolved.oneOf ?? []), ...(resolved.anyOf ?? []), ...(resolved.allOf ?? [])], depth + 1)]
    })
  }
}

const ids = new WeakMap()
let next = 0
function idOf(schema) {
  if (!ids.has(schema)) ids.set(schema, next++)
  return ids.get(schema)
}

/** Whether a tag's schema names the constant: as its value, or where any text is valid in its description, which tells what the values mean. */
function allows(tag, constant, resolve) {
  if (tag === undefined) return false
  const schema = resolve(tag)
  if (schema.const !== undefined) return schema.const === constant
  if (schema.enum !== undefined) return schema.enum.includes(constant)
  if (schema['x-known-values']?.includes(constant)) return true
  if (schema.not !== undefined) return false
  if (schema.oneOf === undefined && schema.anyOf === undefined)
    return new RegExp(`(?<![\\w])${constant.replaceAll('.', '\\.')}(?![\\w])`).test(`${tag.description ?? ''} ${schema.description ?? ''}`)
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some((branch) => allows(branch, constant, resolve))
}
