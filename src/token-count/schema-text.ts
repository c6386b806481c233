import { isObject } from '../json/object.js'

/**
 * A JSON Schema in the format in which OpenAI shows it to its models: as a TypeScript-like type. It is much shorter than the schema's JSON,
 * whose count would be far too high.
 */
export function schemaText(schema: unknown, depth = 0): string {
  if (!isObject(schema) || depth > 16) return 'any'
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  for (const key of ['anyOf', 'oneOf'] as const) {
    const options = schema[key]
    if (Array.isArray(options)) return options.map((option) => schemaText(option, depth + 1)).join(' | ')
  }
  const type = Array.isArray(schema['type']) ? schema['type'].join(' | ') : schema['type']
  if (type === 'array') return `${schemaText(schema['items'], depth + 1)}[]`
  if (isObject(schema['properties'])) {
    const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []
    const lines = Object.entries(schema['properties']).map(([name, value]) => {
      const description = isObject(value) && typeof value['description'] === 'string' ? `// ${value['description']}\n` : ''
      return `${description}${name}${required.includes(name) ? '' : '?'}: ${schemaText(value, depth + 1)},\n`
    })
    return `{\n${lines.join('')}}`
  }
  const plain = type === 'integer' ? 'number' : typeof type === 'string' ? type : 'any'
  return plain === 'object' ? 'object' : plain
}
