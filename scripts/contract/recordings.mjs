// Reads recorded provider traffic: the files of a folder, and the values in each that the contract describes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export function readRecordings(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /^[\w-]+[/\\][\w-]+\.json$/.test(name))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .filter(({ id, response }) => id && response)
}

/** The values of one recording: `{ kind: request|form|reply|event|error, place, value }`; `unreadable` in place of a value that is not JSON. */
export function exchangedValues({ request, response }) {
  const values = []
  if (request?.body !== undefined) values.push({ kind: 'request', place: 'request', value: namedModel(request) })
  if (request?.multipart !== undefined) values.push({ kind: 'form', place: 'request', value: formValue(request.multipart) })
  const failed = response.status >= 400
  if (response.body !== undefined) {
    if (!failed && Array.isArray(response.body))
      values.push(...response.body.map((value, index) => ({ kind: 'event', place: `event ${index}`, value })))
    else values.push({ kind: failed ? 'error' : 'reply', place: failed ? 'error' : 'reply', value: response.body })
  }
  if (response.sse !== undefined)
    values.push(...eventData(response.sse).map((data, index) => ({ kind: 'event', place: `event ${index}`, ...parsed(data) })))
  return values
}

/** A form as the contract describes it: text by field name, lists for names with `[]`. */
function formValue(parts) {
  const form = {}
  for (const { name, value = '' } of parts) {
    if (name.endsWith('[]')) form[name] = [...(form[name] ?? []), value]
    else form[name] = value
  }
  return form
}

/** Azure's older paths have the model's name; the contract has it in the body. */
function namedModel({ path, body }) {
  const deployment = /\/openai\/deployments\/([^/]+)\//.exec(path ?? '')?.[1]
  return deployment !== undefined && body.model === undefined ? { ...body, model: deployment } : body
}

function parsed(data) {
  try {
    return { value: JSON.parse(data) }
  } catch {
    return { unreadable: true }
  }
}

/** The JSON texts of a stream's events, without comments and the `[DONE]` mark. */
export function eventData(text) {
  return text
    .split(/\r?\n\r?\n|\r\r/)
    .map((frame) =>
      frame
        .split(/\r?\n|\r/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n'),
    )
    .filter((data) => data !== '' && data !== '[DONE]')
}
