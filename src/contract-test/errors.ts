import { objectOf, type JsonObject } from '../json/object.js'
import type { Findings } from './findings.js'

/** Types that a status can have. OpenAI's own servers use `invalid_request_error` for all of them. */
const types: Readonly<Record<number, readonly string[]>> = {
  401: ['invalid_request_error', 'authentication_error'],
  404: ['invalid_request_error', 'not_found_error'],
}

/** The error of chat completions, responses and the media endpoints: `{"error": {message, type, param, code}}`. */
export function openAIErrorRules(find: Findings, body: JsonObject, status: number): void {
  const { message, type, code, param } = objectOf(body['error']) ?? {}
  find.filled('/error/message', message, 'clients show the message')
  find.oneOf('/error/type', type, types[status] ?? ['invalid_request_error'], `clients act on the type; these are the types of a ${status}`)
  if (typeof code === 'number') find.equals('/error/code', code, status, 'a code that is a number is the status')
  else find.require(isTextOrNone(code), '/error/code', code, 'a text or null', 'clients compare the code')
  find.require(isTextOrNone(param), '/error/param', param, 'a text or null', 'the param is the path of the wrong field')
  find.require(body['type'] === undefined, '/type', body['type'], 'no type beside error', 'this is the shape of another style')
}

/** The same, with the codes for a missing token and an unknown model. */
export function openAIRefusalRules(find: Findings, body: JsonObject, status: number): void {
  openAIErrorRules(find, body, status)
  const { code } = objectOf(body['error']) ?? {}
  if (typeof code === 'number') return
  if (status === 401) find.oneOf('/error/code', code ?? null, ['invalid_api_key', null], 'the code of a missing or wrong token')
  if (status === 404) find.oneOf('/error/code', code, ['model_not_found'], 'the code of a model that does not exist')
}

const isTextOrNone = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value !== '')
