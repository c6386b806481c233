import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { basePathRemover } from './base-path.js'

test.each([
  ['/ai/v1/models', '/v1/models'],
  ['/ai/v1/models?limit=1', '/v1/models?limit=1'],
  ['/ai/ai/v1/models', '/ai/v1/models'],
  ['/ai', '/'],
  ['/ai/', '/'],
  ['/healthz', '/healthz'],
  ['/v1/models', '/outside-base-path'],
  ['/aiv1/models', '/outside-base-path'],
  ['//ai/v1/models', '/outside-base-path'],
])('%s below /ai is %s, also when it is asked twice', (url, expected) => {
  const request = new IncomingMessage(new Socket())
  request.url = url
  const remove = basePathRemover('/ai')
  remove?.(request)
  remove?.(request)
  expect(request.url).toBe(expected)
})

test('without a base path there is nothing to remove', () => {
  expect(basePathRemover('')).toBeUndefined()
})
