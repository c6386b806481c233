import { GatewayFailure } from './error.js'

test('a long message and a long param are shortened', () => {
  const { error, message } = new GatewayFailure({ kind: 'invalid_request', message: '\n'.repeat(900_000), param: `/${'x'.repeat(900)}` })
  expect([message.length, error.message.length, error.param?.length]).toEqual([4001, 4001, 501])
})

test('an error with short texts is kept as the same object', () => {
  const error = { kind: 'invalid_request', message: 'No.', param: '/model' } as const
  expect(new GatewayFailure(error).error).toBe(error)
})
