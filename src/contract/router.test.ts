import { Router } from './router.js'

const router = new Router([
  { operationId: 'createMessage', method: 'post', template: '/v1/messages' },
  { operationId: 'getResponse', method: 'get', template: '/v1/responses/{id}' },
  { operationId: 'deleteResponse', method: 'delete', template: '/v1/responses/{id}' },
  { operationId: 'listResponseInputItems', method: 'get', template: '/v1/responses/{id}/input_items' },
  { operationId: 'getModel', method: 'get', template: '/v1/models/{id}' },
  { operationId: 'generateContent', method: 'post', template: '/v1beta/models/{model}:generateContent' },
  { operationId: 'streamGenerateContent', method: 'post', template: '/v1beta/models/{model}:streamGenerateContent' },
])

test.each([
  ['POST', '/v1/messages', 'createMessage', {}],
  ['GET', '/v1/responses/resp_1', 'getResponse', { id: 'resp_1' }],
  ['DELETE', '/v1/responses/resp_1', 'deleteResponse', { id: 'resp_1' }],
  ['GET', '/v1/responses/resp_1/input_items', 'listResponseInputItems', { id: 'resp_1' }],
  ['GET', '/v1/models/org/model', 'getModel', { id: 'org/model' }],
  ['HEAD', '/v1/models/org%2Fmodel', 'getModel', { id: 'org/model' }],
  ['POST', '/v1beta/models/m:generateContent', 'generateContent', { model: 'm' }],
  ['POST', '/v1beta/models/models/m:generateContent', 'generateContent', { model: 'm' }],
  ['POST', '/v1beta/models/a:b%3AgenerateContent', 'generateContent', { model: 'a:b' }],
  ['POST', '/v1beta/models/org/m:streamGenerateContent', 'streamGenerateContent', { model: 'org/m' }],
])('%s %s is %s', (method, path, operationId, parameters) => {
  expect(router.match(method, path)).toEqual({ found: true, operationId, parameters })
})

test.each([
  '/v1/messages/',
  '/V1/messages',
  '//v1/messages',
  '/v1/./messages',
  '/v1/x/../messages',
  '/v1%2fmessages',
  '/v1/messages;x',
  '/v1\\messages',
  '/v1/mess%61ges',
  '/v1/models/',
  '/v1/models//x',
  '/v1/models/../x',
  '/v1/models/%2e%2e/x',
  '/v1/models/a%252fb',
  '/v1/models/a/',
  '/v1/models/a%5cb',
  '/v1/models/a%00',
  '/v1/models/%ff',
  '/v1beta/models/:generateContent',
  '/v1beta/models/m:GenerateContent',
  '/v1beta/models/m:unknownVerb',
  '/v1/responses/a/b',
  '/v1/responses/a%2fb',
  'http://host/v1/messages',
])('%s reaches no handler by any method, and is no path of the contract', (path) => {
  const methods = ['GET', 'POST', 'DELETE']
  expect(methods.map((method) => router.match(method, path))).toEqual(methods.map(() => ({ found: false })))
})

test('an unknown verb of a model is not found, not a wrong method', () => {
  expect(router.match('POST', '/v1/models/m:explain')).toEqual({ found: false })
  expect(router.match('POST', '/v1/models/m')).toEqual({ found: false, allow: ['GET'] })
})

test('a wrong method names the right ones', () => {
  expect(router.match('PUT', '/v1/responses/resp_1')).toEqual({ found: false, allow: ['GET', 'DELETE'] })
})
