import { GatewayFailure } from './error.js'

test('a failure that repeats a long text of the client is cut, in its message and in the field that it names', () => {
  const { error, message } = new GatewayFailure({ kind: 'invalid_request', message: '\n'.repeat(900_000), param: `/${'x'.repeat(900)}` })
  expect([message.length, error.message.length, error.param?.length]).toEqual([4001, 4001, 501])
})

test('a short one is the same object', () => {
  const error = { kind: 'invalid_request', message: 'No.', param: '/model' } as const
  expect(new GatewayFailure(error).error).toBe(error)
})
