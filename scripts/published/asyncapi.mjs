// The AsyncAPI document of the WebSockets: openapi/asyncapi/sockets.yaml with the schemas that it refers to in the documents of the contract.
const external = /^\.\.\/([\w-]+)\.yaml#\/components\/schemas\/(\w+)$/
const local = /^#\/components\/schemas\/(\w+)$/

/** `source`: the hand-written part. `documents`: name → bundled document. Neither is changed. */
export function asyncApi(source, documents) {
  const schemas = new Map()
  const take = (name, schema) => {
    if (schemas.has(name)) return
    schemas.set(name, undefined)
    schemas.set(name, asyncSchema(schema))
    for (const used of namesIn(schema)) take(used, schemaOf(used, documents))
  }
  const joined = inPlace(source, (document, name) => {
    take(name, documents.get(document)?.components.schemas[name] ?? missing(name))
    return { $ref: `#/components/schemas/${name}` }
  })
  for (const [name, schema] of Object.entries(joined.components.schemas)) take(name, schema)
  return {
    ...withMessageForEachEvent(joined, (name) => schemas.get(name)),
    components: { ...joined.components, schemas: Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1))) },
  }
}

/** The references to other files replaced by what `place` gives. */
function inPlace(value, place) {
  if (Array.isArray(value)) return value.map((member) => inPlace(member, place))
  if (value === null || typeof value !== 'object') return value
  const [, document, name] = external.exec(value.$ref ?? '') ?? []
  if (name !== undefined) return place(document, name)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inPlace(member, place)]))
}

/** Names of components are unique over all documents. */
function schemaOf(name, documents) {
  for (const { components } of documents.values()) if (components?.schemas?.[name] !== undefined) return components.schemas[name]
  return missing(name)
}

function missing(name) {
  throw new Error(`openapi/asyncapi/sockets.yaml: there is no schema ${name}`)
}

function* namesIn(value) {
  if (value === null || typeof value !== 'object') return
  const [, name] = local.exec(value.$ref ?? '') ?? []
  if (name !== undefined) yield name
  for (const member of Object.values(value)) yield* namesIn(member)
}

/** AsyncAPI ignores what stands beside a `$ref`, and knows `examples` alone. */
function asyncSchema(value) {
  if (Array.isArray(value)) return value.map(asyncSchema)
  if (value === null || typeof value !== 'object') return value
  const { $ref, example, ...others } = value
  const written = Object.fromEntries(Object.entries(others).map(([key, member]) => [key, asyncMember(key, member)]))
  if (example !== undefined) written.examples = [example]
  if (typeof $ref !== 'string') return written
  return Object.keys(written).length === 0 ? { $ref } : { ...written, allOf: [{ $ref }, ...(written.allOf ?? [])] }
}

/** Members of `properties` are named by the contract: one may be called `example`. Values are no schemas. */
function asyncMember(key, member) {
  if (key === 'properties') return Object.fromEntries(Object.entries(member).map(([name, schema]) => [name, asyncSchema(schema)]))
  return ['const', 'enum', 'default', 'examples'].includes(key) ? member : asyncSchema(member)
}

function withMessageForEachEvent(document, schemaNamed) {
  /** Reference to a message of a union → those to the messages of its events. */
  const events = new Map()
  const channels = Object.entries(document.channels).map(([channel, { messages, ...about }]) => {
    const place = `#/channels/${channel}/messages`
    const written = Object.entries(messages).flatMap(([key, message]) => {
      const names = namesOfEvents(message, schemaNamed)
      if (names === undefined) return [[key, message]]
      const references = names.map((name) => ({ $ref: `${place}/${name}` }))
      events.set(`${place}/${key}`, references)
      return names.map((name) => [name, messageOf(name, schemaNamed(name))])
    })
    return [channel, { ...about, messages: Object.fromEntries(written) }]
  })
  const expand = (value) => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.flatMap((member) => events.get(member.$ref) ?? [expand(member)])
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member)]))
  }
  return { ...document, channels: Object.fromEntries(channels), operations: expand(document.operations) }
}

/** `undefined`: the payload is no union. */
function namesOfEvents({ payload }, schemaNamed) {
  const [, union] = local.exec(payload.$ref ?? '') ?? []
  return schemaNamed(union)?.oneOf?.map(({ $ref }) => local.exec($ref)[1])
}

function messageOf(schemaName, { description, properties, examples = [] }) {
  const name = properties.type.const ?? schemaName
  return {
    name,
    title: properties.type.const ?? 'Another event',
    ...(description === undefined ? {} : { summary: description }),
    payload: { $ref: `#/components/schemas/${schemaName}` },
    ...(examples.length === 0 ? {} : { examples: examples.map((payload) => ({ payload })) }),
  }
}
