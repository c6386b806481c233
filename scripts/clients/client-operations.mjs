// The operations of a client: generators for all languages make one method of each.

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const formFirst = ['multipart/form-data', 'application/json']

/** `rewrite` converts a schema for the copy. Operations for pages, the contract itself and WebSockets are left out. */
export function clientOperations(paths, rewrite) {
  const kept = Object.entries(paths).flatMap(([path, item]) => {
    const operations = Object.entries(item).filter(([method, operation]) => methods.includes(method) && belongs(path, method, operation))
    const shared = item.parameters ?? []
    const written = operations.map(([method, one]) => [
      method,
      clientOperation({ ...one, parameters: [...shared, ...(one.parameters ?? [])] }, rewrite),
    ])
    return written.length === 0 ? [] : [[path, Object.fromEntries(written)]]
  })
  return Object.fromEntries(kept)
}

const belongs = (path, method, { tags, responses }) =>
  method !== 'head' &&
  Object.keys(responses).some((status) => status.startsWith('2')) &&
  (!tags?.includes('Platform') || path === '/healthz' || path === '/readyz')

function clientOperation(operation, rewrite) {
  const { operationId, summary, description, tags, security, parameters, requestBody, responses } = operation
  return {
    operationId,
    summary,
    description,
    tags,
    security,
    // Java: one builder for each operation, instead of a method with all optional parameters in order.
    'x-group-parameters': true,
    parameters: parameters.map(({ schema, ...parameter }) => ({ ...without(parameter, ['example', 'examples']), schema: rewrite(schema) })),
    ...(requestBody ? { requestBody: { required: requestBody.required, content: clientForm(requestBody.content, rewrite) } } : {}),
    responses: Object.fromEntries(Object.entries(responses).map(([status, reply]) => [status, clientReply(reply, rewrite)])),
  }
}

// Generators use only the first request type. Operations with files get the form, all others JSON.
function clientForm(content, rewrite) {
  const type = formFirst.find((name) => name in content)
  return { [type]: { schema: rewrite(content[type].schema) } }
}

// Generators use only one reply type: the plain one, since event streams are read raw. Audio is bytes in every format.
function clientReply({ description, content = {} }, rewrite) {
  const types = Object.keys(content)
  if (types.some((type) => type.startsWith('audio/')))
    return { description, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  const type = ['application/json', ...types].find((name) => name in content)
  return type === undefined ? { description } : { description, content: { [type]: { schema: rewrite(content[type].schema) } } }
}

const without = (object, names) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
