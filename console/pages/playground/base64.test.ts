import { base64Of, bytesOf } from './base64.js'

test('bytes come back from their base64, also more than a call has room for', () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251)
  expect(bytesOf(base64Of(bytes))).toEqual(bytes)
  expect(bytesOf('')).toEqual(new Uint8Array())
})

test.each(['*', 'A', 'AA=A', 'AAA=='])('%s is not base64', (text) => {
  expect(bytesOf(text)).toBeUndefined()
})
