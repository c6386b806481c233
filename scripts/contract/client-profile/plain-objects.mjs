// One object in place of `allOf`, and of an object with alternatives of what is required.
import { mapSchemas, resolver, unionOf } from './schemas.mjs'

export function plainObjects(document) {
  const resolve = resolver(document)
  const flat = (part) => {
    const shape = resolve(part)
    return shape.allOf ? merged(shape) : shape
  }
  const merged = ({ allOf = [], ...own }) => {
    const parts = [...allOf.map(flat), own]
    const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}))
    const required = [...new Set(parts.flatMap((part) => part.required ?? []))]
    return { ...Object.assign({}, ...parts), ...(Object.keys(properties).length > 0 ? { type: 'object', properties, required } : {}) }
  }
  return mapSchemas(document, (schema) => {
    const whole = schema.allOf ? merged(schema) : schema
    if (!whole.properties || !unionOf(whole)) return whole
    const { oneOf: _one, anyOf: _any, ...own } = whole
    const alternatives = unionOf(whole).map((branch) => flat(branch).properties ?? {})
    return { ...own, properties: Object.assign({}, ...alternatives, own.properties) }
  })
}
