import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import { compileOperations } from './compile.js'
import type { Parameter } from './operation.js'
import { readParameters, refuseUselessParameters, type ParameterValues } from './parameters.js'

const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  components: { schemas: { Order: { type: 'string', enum: ['asc', 'desc'] } } },
  paths: {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 4 } }],
      get: {
        operationId: 'getThings',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { name: 'order', in: 'query', schema: { $ref: '#/components/schemas/Order' } },
          { name: 'stream', in: 'query', schema: { type: 'boolean' } },
          { name: 'include', in: 'query', schema: { type: 'array', items: { type: 'string', minLength: 1 } } },
          { name: 'after', in: 'query', schema: { type: 'string' } },
          { name: 'X-Version', in: 'header', schema: { type: 'string', pattern: '^v\\d$' } },
        ],
        responses: { 200: { description: 'Things.' } },
      },
      post: {
        operationId: 'makeThing',
        parameters: [{ name: 'model', in: 'query', required: true, schema: { type: 'string', minLength: 1 } }],
        responses: { 200: { description: 'A thing.' } },
      },
    },
  },
}
let operations: ReadonlyMap<string, readonly Parameter[]>

beforeAll(async () => {
  operations = new Map((await compileOperations(document)).map(({ operationId, parameters }) => [operationId, parameters]))
})

function read(operationId: string, query: string, headers = {}, id = 'a'): ParameterValues {
  return readParameters(operations.get(operationId) ?? [], { path: { id }, query: new URLSearchParams(query), headers })
}

function refusal(operationId: string, query: string, headers = {}, id = 'a'): Partial<GatewayError> {
  try {
    return read(operationId, query, headers, id)
  } catch (error) {
    if (error instanceof GatewayFailure) return error.error
    throw error
  }
}

test.each<[string, Readonly<Record<string, string>>, ParameterValues]>([
  ['', {}, {}],
  ['limit=20&order=asc', {}, { limit: 20, order: 'asc' }],
  ['limit=', {}, {}],
  ['stream=true', {}, { stream: true }],
  ['stream=false', {}, { stream: false }],
  ['include=a&include=b', {}, { include: ['a', 'b'] }],
  ['include[]=a', {}, { include: ['a'] }],
  ['after=20&other=1', {}, { after: '20' }],
  ['', { 'x-version': 'v2' }, { 'x-version': 'v2' }],
])('?%s with %j', (query, headers, values) => {
  expect(read('getThings', query, headers)).toEqual({ id: 'a', ...values })
})

test.each([
  ['limit=0', {}, 'limit must be at least 1', 'limit'],
  ['limit=101', {}, 'limit must be at most 100', 'limit'],
  ['limit=1.5', {}, 'limit must be integer', 'limit'],
  ['limit=0x10', {}, 'limit must be integer', 'limit'],
  ['limit=1e1', {}, 'limit must be integer', 'limit'],
  ['limit=many', {}, 'limit must be integer', 'limit'],
  ['order=up', {}, 'order must be one of "asc" or "desc"', 'order'],
  ['stream=1', {}, 'stream must be boolean', 'stream'],
  ['include=a&include=', {}, 'include/1 must have at least 1 character', 'include'],
  ['', { 'x-version': '2' }, 'x-version must match ^v\\d$', 'x-version'],
])('?%s with %j: %s', (query, headers, message, param) => {
  expect(refusal('getThings', query, headers)).toEqual({ kind: 'invalid_request', message, param })
})

describe('parameters that would have no effect', () => {
  const refusalOf = (operationId: string, query: string): Partial<GatewayError> | undefined => {
    try {
      refuseUselessParameters(operations.get(operationId) ?? [], new URLSearchParams(query))
      return undefined
    } catch (error) {
      if (error instanceof GatewayFailure) return error.error
      throw error
    }
  }
  const known = 'The operation has limit, order, stream, include, after.'

  test.each<[string, string, string, string | undefined, string | undefined]>([
    ['those that it has', 'getThings', 'limit=1&include=a&include=b&include[]=c&after=', undefined, undefined],
    ['another one', 'getThings', 'limit=1&group_by=team', `There is no query parameter "group_by". ${known}`, 'group_by'],
    ['one in other letters', 'getThings', 'Limit=1', `There is no query parameter "Limit". ${known}`, 'Limit'],
    ['one of the path', 'getThings', 'id=a', `There is no query parameter "id". ${known}`, 'id'],
    ['a list where there is none', 'getThings', 'after[]=1', `There is no query parameter "after[]". ${known}`, 'after[]'],
    ['a value twice', 'getThings', 'after=1&after=2', 'after is there more than once', 'after'],
    ['a value where there is no parameter', 'noThing', '=', 'There is no query parameter "". The operation has no query parameters.', ''],
    [
      'a long name',
      'noThing',
      'n'.repeat(101),
      `There is no query parameter "${'n'.repeat(100)}…". The operation has no query parameters.`,
      `${'n'.repeat(100)}…`,
    ],
  ])('%s', (_name, operationId, query, message, param) => {
    expect(refusalOf(operationId, query)).toEqual(message === undefined ? undefined : { kind: 'invalid_request', message, param })
  })
})

test('a parameter of the path', () => {
  expect(refusal('getThings', '', {}, 'longer')).toMatchObject({ message: 'id must have at most 4 characters', param: 'id' })
})

test('a parameter that must be there', () => {
  expect(refusal('makeThing', '')).toMatchObject({ message: 'model is required', param: 'model' })
  expect(refusal('makeThing', 'model=')).toMatchObject({ message: 'model must have at least 1 character', param: 'model' })
})
