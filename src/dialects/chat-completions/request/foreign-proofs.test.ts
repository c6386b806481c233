import { sealProof } from '../../../exchange/proof.js'
import { withoutForeignProofs } from './foreign-proofs.js'

const sealed = sealProof({ dialect: 'messages', kind: 'signature', value: 'EqQBCkYIBRgCKkA' })
const own = { type: 'reasoning.encrypted', data: 'b3du', index: 0 }
const foreign = { type: 'reasoning.text', text: 'Hm.', signature: sealed, format: 'unknown', index: 1 }
const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }
const signedBy = (thought_signature: string) => ({ extra_content: { google: { thought_signature } } })
const assistant = { role: 'assistant', content: 'A.', reasoning_content: 'Hm.' }

test.each<[string, object, object | undefined]>([
  ['no proofs of another provider', { ...assistant, reasoning_details: [own], tool_calls: [{ ...call, ...signedBy('c2ln') }] }, undefined],
  ['sealed reasoning details', { ...assistant, reasoning_details: [foreign] }, assistant],
  ['sealed details among own ones', { ...assistant, reasoning_details: [own, foreign] }, { ...assistant, reasoning_details: [own] }],
  ['a message with a sealed signature', { ...assistant, ...signedBy(sealed) }, assistant],
  [
    'a tool call with a sealed signature',
    { ...assistant, tool_calls: [{ ...call, ...signedBy(sealed) }] },
    { ...assistant, tool_calls: [call] },
  ],
])('%s', (_name, message, expected) => {
  expect(withoutForeignProofs({ messages: [message] }, { traits: { geminiSignatures: true } })).toEqual(
    expected === undefined ? undefined : { messages: [expected] },
  )
})

test("Gemini's signatures are sent only to servers that may have Gemini models", () => {
  const signed = { ...assistant, tool_calls: [{ ...call, ...signedBy('c2ln') }] }
  expect(withoutForeignProofs({ messages: [signed] }, { traits: {} })).toEqual({ messages: [{ ...assistant, tool_calls: [call] }] })
})
