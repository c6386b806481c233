// One method for each operation: generators take the first form of a request and of a reply.
import { mapValues, pick } from './schemas.mjs'

const methods = ['get', 'put', 'post', 'delete', 'patch']
const requestForms = ['multipart/form-data', 'application/json']

/** Operations for pages, for the contract itself, for the web console's own sessions and for WebSockets are left out. */
export function chosenForms(document) {
  const paths = Object.entries(document.paths).flatMap(([path, { parameters = [], ...item }]) => {
    const operations = Object.entries(item).filter(([method, operation]) => methods.includes(method) && belongs(path, operation))
    const written = operations.map(([method, operation]) => [method, clientOperation(operation, parameters)])
    return written.length === 0 ? [] : [[path, Object.fromEntries(written)]]
  })
  const used = new Set(paths.flatMap(([, item]) => Object.values(item).flatMap(({ tags }) => tags)))
  return {
    openapi: document.openapi,
    info: document.info,
    servers: document.servers,
    tags: document.tags.filter(({ name }) => used.has(name)),
    paths: Object.fromEntries(paths),
    components: { securitySchemes: pick(document.components.securitySchemes, ['bearer']), schemas: document.components.schemas },
  }
}

const belongs = (path, { security, responses }) =>
  Object.keys(responses).some((status) => status.startsWith('2')) &&
  (security.some(({ bearer, adminKey }) => bearer ?? adminKey) || path === '/healthz' || path === '/readyz')

function clientOperation({ parameters = [], requestBody, responses, security, ...operation }, shared) {
  const event = Object.values(responses)
    .map(({ content }) => content?.['text/event-stream']?.schema?.contentSchema)
    .find((schema) => schema !== undefined)
  return {
    ...pick(operation, ['operationId', 'summary', 'description', 'tags']),
    ...(event === undefined ? {} : { 'x-event-schema': event }),
    // openapi-generator's Java: one builder for each operation, in place of a method with all optional parameters in order.
    'x-group-parameters': true,
    // The bearer token alone: some generators demand a value for each scheme that they know.
    security: security.length === 0 ? [] : [{ bearer: [] }],
    parameters: [...shared, ...parameters].map((parameter) => pick(parameter, ['name', 'in', 'required', 'description', 'schema'])),
    ...(requestBody ? { requestBody: { ...pick(requestBody, ['required']), content: requestForm(requestBody.content) } } : {}),
    responses: mapValues(responses, reply),
  }
}

/** Operations with files get the form, all others JSON. */
function requestForm(content) {
  const type = requestForms.find((name) => name in content)
  return { [type]: { schema: content[type].schema } }
}

/** The plain reply, since event streams are read raw. Audio is bytes in every format. */
function reply({ description, content = {} }) {
  const types = Object.keys(content)
  if (types.some((type) => type.startsWith('audio/')))
    return { description, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  const type = ['application/json', ...types].find((name) => name in content)
  return type === undefined ? { description } : { description, content: { [type]: { schema: content[type].schema ?? {} } } }
}
