// The requests of the contract as a file that Bruno imports.
import { createHash } from 'node:crypto'
import { marker } from './marker.mjs'
import { formFields } from './postman.mjs'
import { requestsByTag } from './requests.mjs'

const bearer = (variable) => ({ mode: 'bearer', bearer: { token: `{{${variable}}}` } })

export function brunoCollection(document) {
  return {
    uid: uidOf('collection'),
    name: document.info.title,
    version: '1',
    items: requestsByTag(document).map(({ name, description, requests }, index) => ({
      uid: uidOf(`tag ${name}`),
      type: 'folder',
      name,
      seq: index + 1,
      root: { meta: { name }, docs: description, request: { auth: { mode: 'inherit' } } },
      items: requests.map(itemOf),
    })),
    activeEnvironmentUid: uidOf('environment'),
    environments: [
      {
        uid: uidOf('environment'),
        name: 'gateway',
        variables: [variable('base_url', marker), variable('token', '', true), variable('admin_key', '', true), variable('model', 'fast')],
      },
    ],
    root: { docs: document.info.summary, request: { auth: bearer('token') } },
    brunoConfig: { version: '1', name: document.info.title, type: 'collection', ignore: ['node_modules', '.git'] },
  }
}

/** Bruno wants 21 letters and digits; these stay as they are from build to build. */
const uidOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 21)

const variable = (name, value, secret = false) => ({
  uid: uidOf(`variable ${name}`),
  name,
  value,
  type: 'text',
  enabled: true,
  secret,
})

function itemOf({ id, name, description, method, path, pathValues, query, headers, key, body }, index) {
  const entry = (kind) => (pair) => ({ uid: uidOf(`${id} ${name} ${kind} ${pair.name}`), enabled: true, ...pair })
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter) => pathValues[parameter])
  const search = query.length === 0 ? '' : `?${query.map((pair) => `${pair.name}=${pair.value}`).join('&')}`
  return {
    uid: uidOf(`${id} ${name}`),
    type: 'http-request',
    name: name.replaceAll('/', ' or '),
    seq: index + 1,
    request: {
      url: `{{base_url}}${filled}${search}`,
      method,
      headers: headers.map(entry('header')),
      params: query.map((pair) => entry('query')({ ...pair, type: 'query' })),
      auth: key === 'token' ? { mode: 'inherit' } : key === undefined ? { mode: 'none' } : bearer(key),
      body: bodyOf(body, entry('field')),
      docs: description,
    },
  }
}

function bodyOf(body, entry) {
  if (body === undefined) return { mode: 'none' }
  if (body.type !== 'multipart/form-data') return { mode: 'json', json: JSON.stringify(body.value, null, 2) }
  const fields = formFields(body.value)
  return {
    mode: 'multipartForm',
    multipartForm: fields.map(({ name, value, isFile }) =>
      entry(isFile ? { name, type: 'file', value: [] } : { name, type: 'text', value }),
    ),
  }
}
