// Which properties of the hand-written documents do not say what they are. `descriptions.mjs [document…]` prints a line for each document,
// and for the named ones each property without a description.
import { pathToFileURL } from 'node:url'
import { atPointer, documentNames, readDocument } from './documents.mjs'

/** Members of a schema or an operation whose content is data, not schemas. */
const data = new Set(['example', 'examples', 'enum', 'const', 'default'])

/** A line of text for each document with properties that have no description. */
export function descriptionProblems() {
  return documentNames().flatMap((name) => {
    const missing = propertiesOf(readDocument(name)).filter(({ described }) => !described)
    return missing.length === 0
      ? []
      : [`${name}: ${missing.length} properties have no description: node scripts/contract/descriptions.mjs ${name}`]
  })
}

/** Each property of a document, with the path of names that leads to it and whether it, or the schema it refers to, has a description. */
export function propertiesOf(document) {
  const found = []
  const visit = (value, path) => {
    if (Array.isArray(value)) for (const [index, member] of value.entries()) visit(member, [...path, String(index)])
    else if (value !== null && typeof value === 'object')
      for (const [name, member] of Object.entries(value)) {
        if (data.has(name)) continue
        if (name === 'properties') for (const [property, schema] of Object.entries(member)) addProperty(property, schema, [...path, name])
        else visit(member, [...path, name])
      }
  }
  const addProperty = (property, schema, path) => {
    found.push({ path: [...path, property], described: isDescribed(document, schema) })
    visit(schema, [...path, property])
  }
  visit(document, [])
  return found
}

function isDescribed(document, schema) {
  if (typeof schema.description === 'string') return true
  const reference = referenceOf(schema)
  return reference?.startsWith('#') === true && typeof atPointer(document, reference)?.description === 'string'
}

/** The schema that a property refers to, alone or as the one that may be null. */
function referenceOf({ $ref, oneOf }) {
  if ($ref !== undefined) return $ref
  const present = (oneOf ?? []).filter(({ type }) => type !== 'null')
  return present.length === 1 ? present[0].$ref : undefined
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const chosen = process.argv.slice(2)
  for (const name of chosen.length > 0 ? chosen : documentNames()) {
    const all = propertiesOf(readDocument(name))
    const missing = all.filter(({ described }) => !described)
    console.log(`${name}: ${all.length - missing.length} of ${all.length} properties have a description`)
    if (chosen.length > 0) for (const { path } of missing) console.log(`  ${path.join('/')}`)
  }
}
