// Writes generated/operations.ts: the TypeScript types of the paths, parameters and JSON replies of the operations of the joined document.
// openapi-generator makes the types of the models; this assigns them to operations.

/** `owners`: schema name → the document whose folder in generated/ has its type. */
export function operationTypes(document, owners) {
  const used = new Map()
  const model = (name) => {
    const owner = owners.get(name)
    if (owner === undefined) throw new Error(`no document has the schema ${name}`)
    used.set(owner, (used.get(owner) ?? new Set()).add(name))
    return name
  }
  const typeOf = (schema) => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1)
      const named = document.components.schemas[name]
      // The generator gives lists no names.
      return named?.type === 'array' ? typeOf(named) : model(name)
    }
    switch (schema.type) {
      case 'string':
        return schema.enum === undefined ? 'string' : schema.enum.map((value) => `'${value}'`).join(' | ')
      case 'integer':
      case 'number':
        return 'number'
      case 'boolean':
        return 'boolean'
      case 'array':
        return `readonly ${typeOf(schema.items)}[]`
      default:
        throw new Error(`a parameter has a schema that has no type: ${JSON.stringify(schema)}`)
    }
  }
  const parameter = ({ name, in: where, required, schema }) => {
    const key = where === 'header' ? name.toLowerCase() : name
    return `      readonly ${/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`}${required === true ? '' : '?'}: ${typeOf(schema)}\n`
  }
  const operations = Object.entries(document.paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.values(methods).flatMap(({ operationId, parameters = [], responses = {} }) => {
      if (operationId === undefined) return []
      const names = [...shared, ...parameters].map(({ name }) => name.toLowerCase())
      if (new Set(names).size !== names.length) throw new Error(`${operationId} has two parameters of one name`)
      const lines = [...shared, ...parameters].map(parameter).join('')
      const reply = responses['200']?.content?.['application/json']?.schema
      return `  readonly ${operationId}: {
    readonly path: '${path}'
    readonly parameters: {${lines === '' ? '' : `\n${lines}    `}}
    readonly reply: ${reply === undefined ? 'never' : typeOf(reply)}
  }
`
    }),
  )
  const imports = [...used]
    .sort()
    .map(([owner, names]) => `import type { ${[...names].sort().join(', ')} } from './${owner}/model/index.js'\n`)
  return `${imports.join('')}
/** The path of each operation of the contract, its parameters, and its JSON reply. */
export interface Operations {
${operations.join('')}}

export type OperationId = keyof Operations
`
}
