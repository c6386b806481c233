// The requests that the contract shows, for the collections of API clients: one for each example of each operation that a program uses.
import { atPointer } from '../contract/documents.mjs'

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** The model of the contract's examples, which the collections have in a variable. */
const modelOfExamples = 'fast'
export const modelVariable = '{{model}}'

/**
 * `document`: the joined one. Returns the tags with requests, in its order: `{ name, description, requests }`. A request is
 * `{ id, name, description, method, path, pathValues, query, headers, key, body }`; `key` is `token`, `admin_key` or undefined.
 */
export function requestsByTag(document) {
  const resolve = (value) => (value?.$ref === undefined ? value : resolve(atPointer(document, value.$ref)))
  const requests = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) =>
      item[method] !== undefined && belongs(item[method]) ? requestsOf({ path, method, item, operation: item[method] }, resolve) : [],
    ),
  )
  return document.tags
    .map(({ name, description }) => ({ name, description, requests: requests.filter(({ tag }) => tag === name) }))
    .filter((tag) => tag.requests.length > 0)
}

/** WebSockets, pages, the documents themselves and what only a signed-in browser may do are left out, and second paths of one operation. */
function belongs({ operationId, security, responses }) {
  if (responses['101'] !== undefined || operationId.endsWith('V1')) return false
  return keyOf(security) !== undefined || operationId === 'getHealth' || operationId === 'getReadiness'
}

function keyOf(security) {
  if (security.some(({ bearer }) => bearer !== undefined)) return 'token'
  return security.some(({ adminKey }) => adminKey !== undefined) ? 'admin_key' : undefined
}

function requestsOf({ path, method, item, operation }, resolve) {
  const { operationId: id, summary, description, tags, security, requestBody } = operation
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
  const of = (place) => parameters.filter((parameter) => parameter.in === place)
  const common = {
    id,
    tag: tags[0],
    method: method.toUpperCase(),
    path,
    pathValues: Object.fromEntries(of('path').map((parameter) => [parameter.name, asVariable(shown(parameter, resolve))])),
    query: queryOf(id, of('query'), resolve),
    headers: headersOf(of('header'), resolve),
    key: keyOf(security),
  }
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined) return [{ ...common, name: summary, description }]
  return examplesOf(content).map(({ title, value }, index) => ({
    ...common,
    name: index === 0 ? summary : `${summary}: ${title}`,
    description,
    body: { type, value: withModelVariable(value) },
  }))
}

/** The stream of generate content as events. */
function queryOf(id, parameters, resolve) {
  return parameters
    .filter(({ required, name }) => required || (name === 'alt' && id === 'streamGenerateContent'))
    .map((parameter) => ({ name: parameter.name, value: parameter.name === 'alt' ? 'sse' : String(shown(parameter, resolve)) }))
}

/** Required headers, and the version of Anthropic's API on its own endpoints. */
function headersOf(parameters, resolve) {
  const anthropic = parameters.some(({ name }) => name === 'anthropic-beta')
  return parameters
    .filter(({ required, name }) => required || (anthropic && name === 'anthropic-version'))
    .map((parameter) => ({ name: parameter.name, value: String(shown(parameter, resolve)) }))
}

function examplesOf({ example, examples = {} }) {
  if (example !== undefined) return [{ title: '', value: example }]
  return Object.values(examples).map(({ summary, value }) => ({ title: summary, value }))
}

/** The first example of a parameter. */
function shown({ name, example, examples, schema }, resolve) {
  const { default: preset, const: only, enum: listed } = resolve(schema) ?? {}
  const value = example ?? Object.values(examples ?? {})[0]?.value ?? only ?? listed?.[0] ?? preset
  if (value === undefined) throw new Error(`the parameter ${name} has no example`)
  return value
}

const asVariable = (value) => (value === modelOfExamples ? modelVariable : String(value))

function withModelVariable(value) {
  return value !== null && typeof value === 'object' && value.model === modelOfExamples ? { ...value, model: modelVariable } : value
}
