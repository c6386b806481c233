// Finds the changes between two versions of a document that break clients of the first. Pure: two bundled documents in, sentences out.
import { atPointer } from './documents.mjs'

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete']

/**
 * The breaking changes from `before` to `after`, each in one sentence. A request must not require more than before; a reply must not have
 * less than before, nor values that the old document excluded. Open unions (`x-open`) may grow.
 */
export function breakingChanges(before, after) {
  const found = new Set()
  const walk = schemaWalk(before, after, found)
  const resolve = (document, value) => (value?.$ref ? resolve(document, atPointer(document, value.$ref)) : value)
  const old = (value) => resolve(before, value)
  const next = (value) => resolve(after, value)

  for (const [path, oldItem] of Object.entries(before.paths ?? {}))
    for (const method of methods) {
      const oldOperation = oldItem[method]
      if (!oldOperation) continue
      const place = `${method.toUpperCase()} ${path}`
      const operation = after.paths?.[path]?.[method]
      if (!operation) found.add(`${place}: is gone`)
      else compareOperations(place, oldOperation, operation, oldItem, after.paths[path])
    }
  // Events of streams are not in any operation, but they are parts of replies.
  for (const name of Object.keys(before.components?.schemas ?? {}))
    if (!walk.seen(name) && after.components?.schemas?.[name])
      walk.compare({ $ref: `#/components/schemas/${name}` }, { $ref: `#/components/schemas/${name}` }, 'reply', name)
  return [...found]

  function compareOperations(place, oldOperation, operation, oldItem, item) {
    if (oldOperation.operationId !== operation.operationId)
      found.add(`${place}: the operation ${oldOperation.operationId} is now called ${operation.operationId}`)
    compareCredentials(place, oldOperation.security, operation.security)
    const oldParameters = parametersOf(old, oldOperation, oldItem)
    const parameters = parametersOf(next, operation, item)
    for (const [key, parameter] of parameters) {
      if (parameter.required && !oldParameters.get(key)?.required) found.add(`${place}: ${key} is required now`)
      const known = oldParameters.get(key)
      if (known) walk.compare(known.schema, parameter.schema, 'request', `${place} ${key}`)
    }
    for (const key of oldParameters.keys()) if (!parameters.has(key)) found.add(`${place}: ${key} is gone`)
    const oldBody = old(oldOperation.requestBody)
    const body = next(operation.requestBody)
    if (body?.required && !oldBody?.required) found.add(`${place}: a body is required now`)
    compareContents(`${place} request`, oldBody?.content, body?.content, 'request')
    for (const [status, reference] of Object.entries(oldOperation.responses ?? {})) {
      const covering = operation.responses?.[status] ?? (/^2/.test(status) ? undefined : coveringError(operation.responses, status))
      if (covering) compareContents(`${place} ${status}`, old(reference).content, next(covering).content, 'reply')
      else if (/^2/.test(status)) found.add(`${place}: the reply ${status} is gone`)
    }
  }

  function compareContents(place, oldContent, content, direction) {
    for (const [type, media] of Object.entries(oldContent ?? {})) {
      if (!content?.[type]) found.add(`${place}: ${type} is gone`)
      else walk.compare(media.schema, content[type].schema, direction, place)
    }
  }

  function compareCredentials(place, oldSecurity = [], security = []) {
    const form = (requirement) => Object.keys(requirement).sort().join('+')
    const accepted = new Set(security.map(form))
    if (security.length === 0) return
    if (oldSecurity.length === 0) found.add(`${place}: needs a token now`)
    for (const requirement of oldSecurity) if (!accepted.has(form(requirement))) found.add(`${place}: no longer takes ${form(requirement)}`)
  }
}

const coveringError = (responses, status) => responses?.[`${status[0]}XX`] ?? responses?.default

function parametersOf(resolve, operation, item) {
  const list = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve)
  return new Map(list.map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]))
}

/** Compares pairs of schemas, each pair of named ones once. */
function schemaWalk(before, after, found) {
  const pairs = new Set()
  const names = new Set()
  const target = (document, schema) => (schema?.$ref ? target(document, atPointer(document, schema.$ref)) : schema)

  return { compare, seen: (name) => names.has(name) }

  function compare(oldReference, reference, direction, place) {
    if (oldReference === undefined || reference === undefined) return
    if (oldReference.$ref) names.add(oldReference.$ref.split('/').at(-1))
    const key = `${direction} ${oldReference.$ref} ${reference.$ref}`
    if (oldReference.$ref && reference.$ref) {
      if (pairs.has(key)) return
      pairs.add(key)
    }
    const where = oldReference.$ref ? oldReference.$ref.split('/').at(-1) : place
    const old = merged(before, target(before, oldReference))
    const next = merged(after, target(after, reference))
    if (isUnion(old) || isUnion(next))
      compareUnions(branchesOf(before, oldReference, old), branchesOf(after, reference, next), direction, where, old['x-open'] === true)
    else compareSimple(old, next, direction, where)
  }

  function compareSimple(old, next, direction, where) {
    const say = (text) => found.add(`${where}, ${direction}: ${text}`)
    for (const type of lost(direction, typesOf(old), typesOf(next)))
      say(direction === 'request' ? `no longer takes ${type}` : `may be ${type} now`)
    for (const value of lost(direction, valuesOf(old), valuesOf(next)))
      say(direction === 'request' ? `no longer takes ${value}` : `may be ${value} now`)
    const [more, fewer] = direction === 'request' ? [next, old] : [old, next]
    const kept = new Set(fewer.required ?? [])
    for (const name of more.required ?? [])
      if (!kept.has(name)) say(direction === 'request' ? `${name} is required now` : `${name} may be missing now`)
    if (direction === 'request') for (const text of tighter(old, next)) say(text)
    for (const [name, property] of Object.entries(old.properties ?? {})) {
      const counterpart = next.properties?.[name]
      if (counterpart === undefined) say(`${name} is gone`)
      else compare(property, counterpart, direction, `${where}/${name}`)
    }
    compare(old.items, next.items, direction, `${where}/[]`)
    for (const member of ['additionalProperties', 'contentSchema'])
      if (typeof old[member] === 'object' && typeof next[member] === 'object') compare(old[member], next[member], direction, `${where}/{}`)
  }

  function compareUnions(old, next, direction, where, declaredOpen) {
    const open = declaredOpen || [...old.values()].some(({ schema }) => schema?.['x-open'])
    for (const [key, { reference }] of old) {
      const counterpart = next.get(key)
      if (counterpart) compare(reference, counterpart.reference, direction, `${where}(${key})`)
      else if (direction === 'request' && !covers(next, old.get(key).schema)) found.add(`${where}, request: no longer takes ${key}`)
    }
    if (direction === 'reply' && !open)
      for (const [key, { schema }] of next)
        if (!old.has(key) && !covers(old, schema) && !schema?.['x-open']) found.add(`${where}, reply: may be ${key} now`)
  }

  /** The branches of a union by their name, else their tag, else their type. A schema that is not a union has one branch. */
  function branchesOf(document, reference, schema) {
    const list = isUnion(schema) ? (schema.oneOf ?? schema.anyOf) : [reference]
    return new Map(
      list.flatMap((branch) => {
        const shape = merged(document, target(document, branch))
        if (isUnion(shape) && branch !== reference) return [...branchesOf(document, branch, shape)]
        return [[keyOf(branch, shape), { reference: branch, schema: shape }]]
      }),
    )
  }

  function merged(document, schema) {
    if (!schema?.allOf) return schema ?? {}
    const parts = [...schema.allOf.map((part) => merged(document, target(document, part))), { ...schema, allOf: undefined }]
    return Object.assign({}, ...parts, {
      allOf: undefined,
      properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
      required: [...new Set(parts.flatMap((part) => part.required ?? []))],
    })
  }
}

const isUnion = (schema) => Array.isArray(schema?.oneOf) || Array.isArray(schema?.anyOf)

function keyOf(reference, schema) {
  if (reference?.$ref) return reference.$ref.split('/').at(-1)
  const tag = Object.values(schema.properties ?? {}).find((property) => property.const !== undefined)
  if (tag) return JSON.stringify(tag.const)
  return [schema.type ?? 'anything'].flat().join('|') + (schema.enum || schema.const !== undefined ? ' of a list' : '')
}

/** Whether another branch accepts every value of this schema: `string` accepts an enum of texts. */
const covers = (branches, schema) =>
  plainTypes.includes(schema?.type) &&
  [...branches.values()].some(
    ({ schema: other }) => other?.enum === undefined && other?.const === undefined && [other?.type].flat().includes(schema.type),
  )
const plainTypes = ['string', 'number', 'integer', 'boolean', 'null']

function typesOf(schema) {
  if (schema.type === undefined) return undefined
  const types = [schema.type, ...(schema.nullable === true ? ['null'] : [])].flat()
  return new Set(types.includes('number') ? [...types, 'integer'] : types)
}

function valuesOf(schema) {
  const values = schema.const !== undefined ? [schema.const] : schema.enum
  return values && new Set(values.map((value) => JSON.stringify(value)))
}

/** Of two sets (`undefined`: unlimited), the values that a request may no longer have, or that a reply may newly have. */
function lost(direction, old, next) {
  const [all, kept] = direction === 'request' ? [old, next] : [next, old]
  if (kept === undefined) return []
  if (all === undefined) return direction === 'request' ? [`anything but ${[...kept].join(', ')}`] : ['anything']
  return [...all].filter((value) => !kept.has(value))
}

const floors = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const ceilings = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

function tighter(old, next) {
  return [
    ...floors.filter((word) => next[word] !== undefined && !(old[word] >= next[word])),
    ...ceilings.filter((word) => next[word] !== undefined && !(old[word] <= next[word])),
    ...['pattern', 'format'].filter((word) => next[word] !== undefined && old[word] !== next[word]),
  ].map((word) => `${word} is ${next[word]} now`)
}
