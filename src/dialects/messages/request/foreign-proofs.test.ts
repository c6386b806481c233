import { sealProof } from '../../../exchange/proof.js'
import { withoutForeignProofs } from './foreign-proofs.js'

const sealed = sealProof({ dialect: 'responses', kind: 'encrypted', value: 'gAAA' })
const foreign = { type: 'thinking', thinking: 'Hm.', signature: sealed }
const own = { type: 'thinking', thinking: 'Hm.', signature: 'EqQBCkYIBRgCKkA' }
const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }
const user = { role: 'user', content: 'Hi.' }
const assistant = (...content: object[]) => ({ role: 'assistant', content })

test.each<[string, object, object | undefined]>([
  ['no thinking of another provider', { messages: [user, assistant(own, call)] }, undefined],
  ['text content', { messages: [user] }, undefined],
  ['thinking of another provider', { messages: [user, assistant(foreign, call)] }, { messages: [user, assistant(call)] }],
  ['thinking of another provider among own thinking', { messages: [assistant(own, foreign, call)] }, { messages: [assistant(own, call)] }],
  [
    'a sealed proof in redacted thinking',
    { messages: [assistant({ type: 'redacted_thinking', data: sealed }, call)] },
    { messages: [assistant(call)] },
  ],
  ['a turn without other blocks', { messages: [user, assistant(foreign), user] }, { messages: [user, user] }],
  [
    'tool calls of another provider, with a thinking budget',
    { messages: [user, assistant(foreign, call)], thinking: { type: 'enabled', budget_tokens: 2000 } },
    { messages: [user, assistant(call)], thinking: { type: 'disabled' } },
  ],
  [
    'tool calls of another provider, with adaptive thinking',
    { messages: [user, assistant(foreign, call)], thinking: { type: 'adaptive' } },
    { messages: [user, assistant(call)] },
  ],
])('%s', (_name, wire, expected) => {
  expect(withoutForeignProofs({ ...wire })).toEqual(expected)
})
