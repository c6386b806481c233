// Unions that generators can read: of objects that a tag tells apart, or of values of different JSON types.
import { mapSchemas, nameOf, pick, resolver, texts, unionOf } from './schemas.mjs'
import { toldApart } from './tags.mjs'

export function closedUnions(document) {
  const resolve = resolver(document)
  const isOpen = (schema) => schema['x-open'] === true && toldApart([schema], resolve).tag === undefined
  const flat = (branches) => branches.flatMap((branch) => (unionOf(resolve(branch)) ? flat(unionOf(resolve(branch))) : [branch]))

  const closed = mapSchemas(document, (schema) => {
    const written = unionOf(schema)
    if (written === undefined) return schema
    const all = flat(written)
    const known = all.filter((branch) => !isOpen(resolve(branch)))
    const open = known.length < all.length ? { 'x-open': true } : {}
    const branches = [anyText, namesOnly, listOnly, distinctObjects].reduce((kept, choose) => choose(kept, resolve), known)
    const own = { ...pick(schema, [...texts, 'nullable']), ...knownTexts(known, branches, resolve) }
    // One known object stays a union while others may come.
    if (branches.length > 1 || known.length < all.length) return { ...own, oneOf: branches, ...open }
    return { ...branches[0], ...own }
  })
  const schemas = Object.entries(closed.components.schemas).filter(([, schema]) => unionOf(schema) || !isOpen(schema))
  return { ...closed, components: { ...closed.components, schemas: Object.fromEntries(schemas) } }
}

/** "One of these texts, or any other" is a text. */
function anyText(branches, resolve) {
  const shapes = branches.map(resolve)
  const any = shapes.some((shape) => shape.type === 'string' && !isNamed(shape))
  return any ? branches.filter((_, index) => !isNamed(shapes[index])) : branches
}

/** The component with those texts, which generators make an enumeration of: it stands beside the text, which may be another one. */
function knownTexts(known, branches, resolve) {
  const left = known.find((branch) => branch.$ref && isNamed(resolve(branch)) && !branches.includes(branch))
  return left !== undefined && branches.some((branch) => resolve(branch).type === 'string') ? { 'x-open-enum': pick(left, ['$ref']) } : {}
}

/** Where a value has a name or a number, clients write the name. */
function namesOnly(branches, resolve) {
  const named = branches.some((branch) => isNamed(resolve(branch)))
  return named ? branches.filter((branch) => resolve(branch).type !== 'integer') : branches
}

/** Where the contract allows one value in place of a list, clients write the list. */
function listOnly(branches, resolve) {
  const items = branches
    .map(resolve)
    .filter((shape) => shape.type === 'array' && shape.items?.$ref)
    .map((shape) => nameOf(shape.items))
  return branches.filter((branch) => branch.$ref === undefined || !items.includes(nameOf(branch)))
}

/** Of objects that nothing tells apart the contract lists the usual one first. */
function distinctObjects(branches, resolve) {
  const objects = branches.filter((branch) => resolve(branch).type === 'object')
  const kept = objects.length < 2 ? objects : toldApart(objects, resolve).branches
  return branches.filter((branch) => kept.includes(branch) || !objects.includes(branch))
}

const isNamed = (shape) => Array.isArray(shape.enum) || typeof shape.const === 'string'
