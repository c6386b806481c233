// Of names and values that become one name in code, one stays. The gateway accepts the others too.
import { mapSchemas, mapValues } from './schemas.mjs'

export function oneSpelling(document) {
  const written = mapSchemas(document, (schema) => {
    if (schema.enum) return { ...schema, enum: firstOfEach(schema.enum) }
    if (schema.properties) return withoutTwins(schema)
    return schema
  })
  const paths = mapValues(written.paths, (item) => mapValues(item, withoutTwinParameters))
  return { ...written, paths }
}

function withoutTwins(schema) {
  // `mimeType` rather than `mime_type`, the list `image[]` rather than `image`.
  const names = Object.keys(schema.properties).toSorted((a, b) => rank(a) - rank(b))
  const kept = new Set(firstOfEach(names))
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => kept.has(name)))
  const required = schema.required?.filter((name) => kept.has(name))
  const { required: _, ...rest } = schema
  return { ...rest, properties, ...(required?.length > 0 ? { required } : {}) }
}
const rank = (name) => (name.endsWith('[]') ? 0 : name.includes('_') ? 2 : 1)

function withoutTwinParameters(operation) {
  const names = operation.parameters.map(({ name }) => name).toSorted((a, b) => a.length - b.length)
  const kept = new Set(firstOfEach(names))
  return { ...operation, parameters: operation.parameters.filter(({ name }) => kept.has(name)) }
}

const plain = (name) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
function firstOfEach(names) {
  const seen = new Set()
  return names.filter((name) => typeof name !== 'string' || (!seen.has(plain(name)) && seen.add(plain(name))))
}
