import { GatewayFailure, shortened } from './error.js'

test('a long message and a long param are shortened', () => {
  const { error, message } = new GatewayFailure({ kind: 'invalid_request', message: '\n'.repeat(900_000), param: `/${'x'.repeat(900)}` })
  expect([message.length, error.message.length, error.param?.length]).toEqual([4001, 4001, 501])
})

test('an error with short texts is kept as the same object', () => {
  const error = { kind: 'invalid_request', message: 'No.', param: '/model' } as const
  expect(new GatewayFailure(error).error).toBe(error)
})

test.each([
  ['abc', 'abc'],
  ['abcd', 'abc…'],
  ['ab🙂', 'ab\ufffd…'],
])('%j, shortened to 3, is %j', (text, short) => {
  expect(shortened(text, 3)).toBe(short)
})
