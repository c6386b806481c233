import { clientDialects } from '../../dialects/registry.js'
import type { ChatDialect } from '../../exchange/dialect-name.js'
import { sealAbsence, sealProof } from '../../exchange/proof.js'
import { openai } from '../../providers/openai/index.js'
import { createProvider } from '../../providers/provider.js'
import type { RoutedTarget } from '../../routing/target.js'
import { relayedBody, withOwnHistory } from './relayed-body.js'

const foreign = sealProof({ dialect: 'cohere-chat', kind: 'details', value: 'x' })
const unproven = sealAbsence('cohere-chat')
const thinking = (signature: string) => ({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'Hm.', signature },
    { type: 'text', text: 'A.' },
  ],
})
const item = (encrypted_content: string) => ({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content })
const user = { role: 'user', content: 'Hi.' }
const answer = { role: 'assistant', content: [{ type: 'text', text: 'A.' }] }

const target: RoutedTarget = {
  provider: createProvider({ name: 'up', kind: 'openai', base_url: 'http://127.0.0.1:1/v1', headers: {}, settings: {} }, openai),
  model: 'up-model',
}

test.each<[ChatDialect, string, object, object]>([
  ['messages', 'a sealed signature', { model: 'm', messages: [user, thinking(foreign)] }, { model: 'm', messages: [user, answer] }],
  ['messages', 'thinking without a proof', { model: 'm', messages: [user, thinking(unproven)] }, { model: 'm', messages: [user, answer] }],
  ['responses', 'a sealed item', { input: [user, item(foreign), answer] }, { input: [user, answer] }],
  ['responses', 'reasoning without a proof', { input: [user, item(unproven), answer] }, { input: [user, answer] }],
])('a relayed request of %s goes without %s', (style, _what, wire, expected) => {
  const bytes = Buffer.from(JSON.stringify(wire))
  expect(JSON.parse(withOwnHistory(clientDialects[style], { wire: { ...wire }, bytes }, target).toString())).toEqual(expected)
})

test('without a sealed proof the bytes are the same', () => {
  const wire = { messages: [user, thinking('EqQBCkYIBRgCKkA')] }
  const bytes = Buffer.from(JSON.stringify(wire, undefined, 2))
  expect(withOwnHistory(clientDialects.messages, { wire, bytes }, target)).toBe(bytes)
})

test.each([
  ['nothing', {}, undefined, undefined, '{"a": 1,"b":2}'],
  ['a patch', { a: '"x"' }, undefined, undefined, '{"a": "x","b":2}'],
  ['a member of the history', {}, { b: [3] }, undefined, '{"a": 1,"b":[3]}'],
  ['a member to leave out', {}, undefined, { put: {}, leaveOut: ['a'] }, '{"b":2}'],
  ['a member to put', {}, undefined, { put: { b: 'y' }, leaveOut: [] }, '{"a": 1,"b":"y"}'],
  ['all of them', { b: '"x"' }, { c: 0 }, { put: { d: null }, leaveOut: ['a'] }, '{"b":"x","c":0,"d":null}'],
])('a relayed body with %s', (_name, patches, own, change, expected) => {
  const body = relayedBody(Buffer.from('{"a": 1,"b":2}'), patches, own, change)
  const members = (text: string): unknown => Object.entries(JSON.parse(text)).sort()
  expect(members(body.toString())).toEqual(members(expected))
  if (own === undefined) expect(body.toString()).toBe(expected)
})

test('without changes the bytes are the same', () => {
  const bytes = Buffer.from('{"a":1}')
  expect(relayedBody(bytes, {}, undefined, { put: {}, leaveOut: [] })).toBe(bytes)
})
