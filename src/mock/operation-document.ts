import { atPointer, type OpenApiDocument } from '../contract/schema/json-schema.js'
import { objectOf } from '../json/object.js'

/** A bundled document with one operation alone, and with those of its components that the operation needs. */
export function operationDocument(document: OpenApiDocument, path: string, method: string): OpenApiDocument {
  const item = Object.entries(objectOf(objectOf(document['paths'])?.[path]) ?? {})
  // Members with no name of a method are for all methods of the path.
  const kept = Object.fromEntries(item.filter(([name]) => name === method || !methods.has(name)))
  const components: Record<string, Record<string, unknown>> = {}
  const waiting: unknown[] = [kept]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const pointer of pointersIn(value)) {
      const [, , group = '', name = ''] = pointer.split('/')
      const members = (components[group] ??= {})
      if (Object.hasOwn(members, name)) continue
      members[name] = atPointer(document, `#/components/${group}/${name}`)
      waiting.push(members[name])
    }
  }
  const { securitySchemes } = document.components ?? {}
  return {
    ...document,
    paths: { [path]: kept },
    components: { ...components, ...(securitySchemes === undefined ? {} : { securitySchemes }) },
  }
}

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** Pointers to components: of `$ref`, and of the mapping of a discriminator. */
function pointersIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('#/components/') ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(pointersIn)
}
