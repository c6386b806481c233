// Null where it says something: in replies and events, and in changes, where it removes a value. In other requests a member is left out instead.
import { mapSchemas, mapValues, nameOf } from './schemas.mjs'

export function nullsInReplies(document) {
  const { schemas } = document.components
  const told = new Set()
  const visit = (value) => {
    if (value === null || typeof value !== 'object') return
    if (typeof value.$ref === 'string' && !told.has(nameOf(value))) {
      told.add(nameOf(value))
      visit(schemas[nameOf(value)])
    }
    for (const member of Object.values(value)) visit(member)
  }
  for (const item of Object.values(document.paths))
    for (const [method, operation] of Object.entries(item))
      visit([operation.responses, operation['x-event-schema'], method === 'patch' ? operation.requestBody : undefined])

  const withoutNull = ({ nullable: _, ...schema }) => schema
  const optional = (schema) => (schema.properties ? { ...schema, properties: mapValues(schema.properties, withoutNull) } : schema)
  return mapSchemas(document, (schema, name) => (name === undefined || told.has(name) ? schema : optional(withoutNull(schema))))
}
