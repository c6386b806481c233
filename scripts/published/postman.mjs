// The requests of the contract as a collection of Postman, format v2.1.
import { marker } from './marker.mjs'
import { requestsByTag } from './requests.mjs'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const bearer = (variable) => ({ type: 'bearer', bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }] })

export function postmanCollection(document) {
  return {
    info: {
      name: document.info.title,
      description: `${document.info.summary}\n\nSet the variables of the collection: \`token\`, \`admin_key\` for administration, \`model\`.`,
      schema,
    },
    auth: bearer('token'),
    variable: [
      { key: 'base_url', value: marker, type: 'string' },
      { key: 'token', value: '', type: 'string' },
      { key: 'admin_key', value: '', type: 'string' },
      { key: 'model', value: 'fast', type: 'string' },
    ],
    item: requestsByTag(document).map(({ name, description, requests }) => ({ name, description, item: requests.map(itemOf) })),
  }
}

function itemOf({ name, description, method, path, pathValues, query, headers, key, body }) {
  return {
    name,
    request: {
      method,
      description,
      ...(key === 'token' ? {} : { auth: key === undefined ? { type: 'noauth' } : bearer(key) }),
      header: [
        ...headers.map(({ name: header, value }) => ({ key: header, value })),
        ...(body?.type === 'application/json' ? [{ key: 'Content-Type', value: body.type }] : []),
      ],
      url: urlOf(path, pathValues, query),
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    },
    response: [],
  }
}

/** Values stand in the path itself: Postman's own variables of a path cannot be followed by `:generateContent`. */
function urlOf(path, values, query) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name])
  const pairs = query.map(({ name, value }) => ({ key: name, value }))
  const search = pairs.length === 0 ? '' : `?${pairs.map(({ key, value }) => `${key}=${value}`).join('&')}`
  return {
    raw: `{{base_url}}${filled}${search}`,
    host: ['{{base_url}}'],
    path: filled.slice(1).split('/'),
    ...(pairs.length === 0 ? {} : { query: pairs }),
  }
}

function bodyOf({ type, value }) {
  if (type !== 'multipart/form-data') return { mode: 'raw', raw: JSON.stringify(value, null, 2), options: { raw: { language: 'json' } } }
  return { mode: 'formdata', formdata: formFields(value).map(formField) }
}

/** A list becomes a field of its name for each member. */
export function formFields(value) {
  return Object.entries(value).flatMap(([name, member]) =>
    [member].flat().map((one) => ({ name, value: String(one), isFile: isFile(name) })),
  )
}

const isFile = (name) => ['file', 'image', 'image[]', 'mask'].includes(name)

function formField({ name, value, isFile: file }) {
  return file ? { key: name, type: 'file', src: [], description: 'Choose a file.' } : { key: name, type: 'text', value }
}
