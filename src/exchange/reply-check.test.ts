import { expect, test } from '@jest/globals'
import type { Part, ToolCallPart } from './part.js'
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

test('tool calls get unique ids and the JSON text of one object', () => {
  expect(checkReply(reply('tool-calls', call('a', 'null'), call('a', '"{\\"n\\":1}"')))).toEqual(
    reply('tool-calls', call('a', '{}'), call('a_2', '{"n":1}')),
  )
})

test('arguments that are not an object are an error, unless the reply was cut', () => {
  expect(() => checkReply(reply('tool-calls', call('a', '{"n":')))).toThrow('arguments are not a JSON object')
  expect(checkReply(reply('length', call('a', '{"n":')))).toEqual(reply('length', { ...call('a', '{"n":'), cut: true }))
  expect(checkReply(reply('length', call('a', 'x', 'custom'), call('b', 'y', 'custom')))).toEqual(
    reply('length', call('a', 'x', 'custom'), { ...call('b', 'y', 'custom'), cut: true }),
  )
})

test('the finish reason `failed` is an error', () => {
  expect(() => checkReply(reply('failed'))).toThrow('broke off')
})

test('a text that is none is an empty one', () => {
  const nothing: Part = { type: 'text', text: null as unknown as string, at: '' }
  const text: Part = { type: 'text', text: 'x', at: '' }
  const choices = (...parts: Part[]): Reply => ({ ...reply('stop'), choices: [{ index: 0, parts, finish: { reason: 'stop' } }] })
  expect(checkReply(choices(nothing, text))).toEqual(choices({ type: 'text', text: '', at: '' }, text))
})
