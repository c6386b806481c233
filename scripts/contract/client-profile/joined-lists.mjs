// One list with items of several types in place of several lists: generators tell a list from a text, but no list from another.
import { mapSchemas, reference, resolver, unionOf } from './schemas.mjs'

export function joinedLists(document) {
  const resolve = resolver(document)
  const isList = (branch) => resolve(branch).type === 'array'
  const added = {}
  const written = mapSchemas(document, (schema, name) => {
    const branches = unionOf(schema) ?? []
    const lists = branches.filter(isList)
    if (lists.length < 2) return schema
    if (name === undefined) throw new Error(`a union of lists needs a name: ${JSON.stringify(branches)}`)
    added[`${name}Item`] = { oneOf: lists.map((list) => resolve(list).items) }
    return { ...schema, oneOf: [...branches.filter((branch) => !isList(branch)), { type: 'array', items: reference(`${name}Item`) }] }
  })
  return { ...written, components: { ...written.components, schemas: { ...written.components.schemas, ...added } } }
}
