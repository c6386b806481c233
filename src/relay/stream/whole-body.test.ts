import { expect, test } from '@jest/globals'
import { WholeBody } from './whole-body.js'

const bytes = (text: string): Buffer => Buffer.from(text)

test.each([
  ['an object', ['{"a"', ':1}'], '{"a":1}'],
  ['a list after white space', [' \n', '[1', ']'], '[1]'],
  ['events', ['data: {"a":1}\n\n', '{"late":1}'], undefined],
  ['nothing', [], undefined],
])('%s', (_name, pieces, whole) => {
  const body = new WholeBody(100)
  for (const piece of pieces) body.catches(bytes(piece))
  expect(body.take()?.toString()).toBe(whole)
  expect(body.take()).toBeUndefined()
})

test('a body over the limit is a failure, and is not kept', () => {
  const body = new WholeBody(4)
  for (let piece = 0; piece < 3; piece++) body.catches(bytes('{{{'))
  expect(body.failure).toMatchObject({ kind: 'upstream_invalid' })
  expect(body.take()).toHaveLength(0)
})
