// Components that only lead to another one: references to them lead to that one.
import { mapSchemas, nameOf } from './schemas.mjs'

export function withoutAliases(document) {
  const { schemas } = document.components
  const target = (schema) => {
    const next = schemas[nameOf(schema)]
    if (next.$ref === undefined) return schema
    return target({ ...schema, $ref: next.$ref, ...(next.nullable ? { nullable: true } : {}) })
  }
  const straight = mapSchemas(document, (schema) => (schema.$ref ? target(schema) : schema))
  const kept = Object.entries(straight.components.schemas).filter(([, schema]) => schema.$ref === undefined)
  return { ...straight, components: { ...straight.components, schemas: Object.fromEntries(kept) } }
}
