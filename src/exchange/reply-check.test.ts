import { expect, test } from '@jest/globals'
import type { ToolCallPart } from './part.js'
import { checkReply } from './reply-check.js'
import type { FinishReason, Reply } from './reply.js'

const call = (id: string, input: string, kind: ToolCallPart['kind'] = 'function'): ToolCallPart => ({
  type: 'tool-call',
  id,
  name: 'f',
  kind,
  input,
  at: '',
})
const reply = (reason: FinishReason, ...parts: ToolCallPart[]): Reply => ({
  id: '',
  model: '',
  choices: [{ index: 0, parts, finish: { reason } }],
})

test('calls have ids of their own and the text of one object', () => {
  expect(checkReply(reply('tool-calls', call('a', 'null'), call('a', '"{\\"n\\":1}"')))).toEqual(
    reply('tool-calls', call('a', '{}'), call('a_2', '{"n":1}')),
  )
})

test('a call that cannot be used is an error, but where the reply was cut', () => {
  expect(() => checkReply(reply('tool-calls', call('a', '{"n":')))).toThrow('cannot be used')
  expect(checkReply(reply('length', call('a', '{"n":')))).toEqual(reply('length', { ...call('a', '{"n":'), cut: true }))
  expect(checkReply(reply('length', call('a', 'x', 'custom'), call('b', 'y', 'custom')))).toEqual(
    reply('length', call('a', 'x', 'custom'), { ...call('b', 'y', 'custom'), cut: true }),
  )
})

test('an end that is none is an error', () => {
  expect(() => checkReply(reply('failed'))).toThrow('broke off')
})
