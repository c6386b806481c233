// Reads a published OpenAPI specification for the walk, and pairs its operations with ours: the same path and method, whether or not it has the
// version before it.
import { atPointer } from '../contract/documents.mjs'

/** Names of parameters differ, and OpenAI's specification has the version in the server's address. */
const withoutVersion = (path) => path.replace(/^\/v\d\w*/, '').replaceAll(/\{[^}]+\}/g, '{}')

/** `[name, schema of the specification, schemas of ours]` of each request, reply and event stream that both have. */
export function sharedBodies(specification, document) {
  const published = new Map(
    Object.entries(specification.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method} ${withoutVersion(path)}`, operation]),
    ),
  )
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const theirs = published.get(`${method} ${withoutVersion(path)}`)
      return theirs === undefined || operation.operationId === undefined ? [] : bodiesOf(operation, theirs, { specification, document })
    }),
  )
}

function bodiesOf(ours, theirs, { specification, document }) {
  const contents = (operation, of) => {
    const resolved = (value) => (value?.$ref === undefined ? value : resolved(atPointer(of, value.$ref)))
    const successful = Object.entries(operation.responses).find(([status]) => /^2/.test(status))?.[1]
    return { request: resolved(operation.requestBody)?.content ?? {}, reply: resolved(successful)?.content ?? {} }
  }
  const own = contents(ours, document)
  const other = contents(theirs, specification)
  return ['request', 'reply'].flatMap((side) =>
    Object.entries(other[side]).flatMap(([type, { schema }]) => {
      const streams = type === 'text/event-stream'
      const events = own[side]['text/event-stream']?.schema.contentSchema
      const whole = own[side][type]?.schema
      // A specification that has no event streams may have their events among the replies.
      const mine = [...(streams ? [] : [whole]), ...(streams || other[side]['text/event-stream'] === undefined ? [events] : [])]
      const known = mine.filter((one) => one !== undefined)
      return schema === undefined || known.length === 0 ? [] : [[`${ours.operationId}, ${streams ? 'events' : side}`, schema, known]]
    }),
  )
}

/** Says what a schema of the specification is, in the terms of the walk. */
export class SchemaReader {
  #ids = new WeakMap()
  #tags = new Map()
  #next = 0

  constructor(specification) {
    this.specification = specification
    this.#collectTags(specification)
  }

  /** Where a discriminator says by which values of its tag a component is meant, its own schema may allow all of them. */
  #collectTags(value) {
    if (value === null || typeof value !== 'object') return
    const { propertyName, mapping } = value.discriminator ?? {}
    for (const [constant, reference] of Object.entries(mapping ?? {})) {
      const key = `${reference} ${propertyName}`
      this.#tags.set(key, [...(this.#tags.get(key) ?? []), constant])
    }
    for (const member of Object.values(value)) this.#collectTags(member)
  }

  /** The objects and lists that a value of this schema may be. */
  variants(schema, depth = 0) {
    const { shape } = this.#named(schema)
    if (depth > 12 || shape === undefined) return []
    const branches = [...(shape.oneOf ?? []), ...(shape.anyOf ?? []), ...this.#unionsAmong(shape.allOf)].flatMap((branch) =>
      this.variants(branch, depth + 1),
    )
    if (shape.items !== undefined) return [...branches, schema]
    return Object.keys(this.#properties(schema)).length > 0 ? [...branches, schema] : branches
  }

  elements(schema) {
    return this.#named(schema).shape?.items
  }

  constants(schema, name) {
    const tagged = this.#tags.get(`${schema.$ref} ${name}`)
    if (tagged !== undefined) return tagged
    const property = this.#properties(schema)[name]
    const { shape } = this.#named(property)
    if (shape?.const !== undefined) return [shape.const]
    return shape?.enum?.length > 0 ? shape.enum.filter((value) => value !== null) : []
  }

  /** Lists in forms are named with brackets. */
  members(schema) {
    return Object.entries(this.#properties(schema)).map(([name, property]) => [name.replace(/\[\]$/, ''), () => property])
  }

  nameOf(schema) {
    return this.#named(schema).name
  }

  identity(schema) {
    const { name, shape } = this.#named(schema)
    if (!this.#ids.has(shape)) this.#ids.set(shape, `${name} ${this.#next++}`)
    return this.#ids.get(shape)
  }

  #unionsAmong(parts = []) {
    return parts.filter((part) => {
      const { shape } = this.#named(part)
      return shape?.oneOf !== undefined || shape?.anyOf !== undefined
    })
  }

  /** Its own members and those of all parts of an `allOf`. */
  #properties(schema, depth = 0) {
    const { shape } = this.#named(schema)
    if (shape === undefined || depth > 12) return {}
    return Object.assign({}, ...(shape.allOf ?? []).map((part) => this.#properties(part, depth + 1)), shape.properties)
  }

  #named(schema) {
    let shape = schema
    let name
    while (shape?.$ref !== undefined) {
      name = shape.$ref.split('/').at(-1)
      shape = atPointer(this.specification, shape.$ref)
    }
    return { name, shape }
  }
}
