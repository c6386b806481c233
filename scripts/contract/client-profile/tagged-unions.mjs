// A `discriminator` for unions of objects, whose branches are components with a required tag.
import { mapSchemas, nameOf, reference, resolver, unionOf } from './schemas.mjs'
import { tagValues, toldApart } from './tags.mjs'

export function taggedUnions(document) {
  const resolve = resolver(document)
  const added = {}
  const tags = new Map()

  const tagged = (schema, branches) => {
    const shapes = branches.map(resolve)
    const { tag } = toldApart(branches, resolve)
    if (tag === undefined) throw new Error(`no member tells these apart: ${branches.map(({ $ref }) => $ref).join(', ')}`)
    const mapping = {}
    branches.forEach((branch, index) => {
      const values = tagValues(shapes[index], tag, resolve)
      for (const value of values) mapping[value] = branch.$ref
      tags.set(nameOf(branch), { ...tags.get(nameOf(branch)), [tag]: values })
    })
    const untagged = shapes.find((shape) => !shape.required?.includes(tag))
    const also = untagged === undefined ? {} : { 'x-default-tag': tagValues(untagged, tag, resolve)[0] }
    return { ...schema, discriminator: { propertyName: tag, mapping }, ...also }
  }

  const written = mapSchemas(document, (schema, name) => {
    const branches = unionOf(schema)
    if (branches === undefined) return schema
    const objects = branches.filter((branch) => resolve(branch).type === 'object')
    if (objects.length === branches.length) return tagged(schema, branches)
    if (objects.length < 2) return schema
    // The objects beside a text or a list are a union of their own.
    if (name === undefined) throw new Error(`a union of texts and objects needs a name: ${JSON.stringify(branches)}`)
    added[`${name}Object`] = tagged({ oneOf: objects, ...(schema['x-open'] ? { 'x-open': true } : {}) }, objects)
    return { ...schema, oneOf: [...branches.filter((branch) => !objects.includes(branch)), reference(`${name}Object`)] }
  })
  const schemas = Object.fromEntries(
    Object.entries({ ...written.components.schemas, ...added }).map(([name, schema]) => [name, withTags(schema, tags.get(name) ?? {})]),
  )
  return { ...written, components: { ...written.components, schemas } }
}

function withTags(schema, tags) {
  const names = Object.keys(tags)
  if (names.length === 0) return schema
  const properties = Object.fromEntries(
    names.map((name) => {
      const { description } = schema.properties[name]
      return [name, { ...(description === undefined ? {} : { description }), type: 'string', enum: tags[name] }]
    }),
  )
  return { ...schema, required: [...new Set([...names, ...(schema.required ?? [])])], properties: { ...schema.properties, ...properties } }
}
