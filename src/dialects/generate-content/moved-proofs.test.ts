import type { GeminiContent } from '../../../generated/generate-content/model/index.js'
import type { ReplyContext } from '../../exchange/context.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { Part } from '../../exchange/part.js'
import { sealProof, type Proof } from '../../exchange/proof.js'
import { decodeContents } from './content-decode.js'
import { conversation } from './fixtures/conversation.js'
import { encodeReply } from './reply/reply-encode.js'

// For clients, another dialect's proof of reasoning is on the tool call that follows; in the next request it goes back to the reasoning.

const proof: Proof = { dialect: 'messages', kind: 'signature', value: 'EqQB' }
const sealed = sealProof(proof)
const thought: Part = { type: 'reasoning', text: 'Hm.', proof, at: '' }
const call = (id: string): Part => ({ type: 'tool-call', id, name: 'f', kind: 'function', input: '{}', at: '' })

function written(...parts: Part[]): readonly object[] {
  const context: ReplyContext = {
    request: conversation([]),
    wireRequest: {},
    upstreamDialect: 'messages',
    now: 0,
    newId: (prefix) => prefix,
    ledger: new LossLedger(),
  }
  const reply = encodeReply({ id: 'r', model: 'm', choices: [{ index: 0, parts, finish: { reason: 'tool-calls' } }] }, context)
  return reply.candidates?.[0]?.content?.parts ?? []
}

test('written on the first tool call of the step', () =>
  expect(written(thought, { type: 'text', text: 'So.', at: '' }, call('a'), call('b'))).toEqual([
    { text: 'Hm.', thought: true },
    { text: 'So.' },
    { functionCall: { id: 'a', name: 'f', args: {} }, thoughtSignature: sealed },
    { functionCall: { id: 'b', name: 'f', args: {} } },
  ]))

test('written on the thought where there is no tool call', () =>
  expect(written(thought, { type: 'text', text: 'So.', at: '' })).toEqual([
    { text: 'Hm.', thought: true, thoughtSignature: sealed },
    { text: 'So.' },
  ]))

type Parts = GeminiContent['parts']
const wireCall = { functionCall: { id: 'a', name: 'f', args: {} }, thoughtSignature: sealed }
const read: [string, Parts, object[]][] = [
  [
    'back to the thought before',
    [{ text: 'Hm.', thought: true }, { text: 'So.' }, wireCall],
    [{ type: 'reasoning', text: 'Hm.', proof }, { type: 'text' }, { type: 'tool-call', id: 'a' }],
  ],
  [
    'to the beginning of the step where the client dropped the thought',
    [{ text: 'So.' }, wireCall],
    [{ type: 'reasoning', text: '', proof }, { type: 'text' }, { type: 'tool-call', id: 'a' }],
  ],
  [
    'from an empty thought after the answer',
    [{ text: 'Hm.', thought: true }, { text: 'So.' }, { text: '', thought: true, thoughtSignature: sealed }],
    [{ type: 'reasoning', text: 'Hm.', proof }, { type: 'text' }],
  ],
]
test.each(read)('read %s', (_, parts, expected) => {
  const [turn] = decodeContents([{ role: 'model', parts }], new LossLedger())
  expect(turn?.parts).toMatchObject(expected)
  expect(turn?.parts).toHaveLength(expected.length)
  expect(turn?.parts.at(-1)).not.toHaveProperty('proof')
})

test('the ledger says where the proof was moved, and has no entry for the tool call', () => {
  const ledger = new LossLedger()
  const thought = { text: 'Hm.', thought: true }
  const [turn] = decodeContents([{ role: 'model', parts: [thought, wireCall, { text: 'So.' }, wireCall] }], ledger)
  expect(ledger.losses).toEqual([
    {
      at: '/contents/0/parts/1/thoughtSignature',
      action: 'moved',
      why: 'moved to /contents/0/parts/0, whose proof it is',
      side: 'request',
    },
  ])
  expect(turn?.parts.map(({ type, at }) => [type, at])).toEqual([
    ['reasoning', '/contents/0/parts/0'],
    ['tool-call', '/contents/0/parts/1'],
    ['reasoning', '/contents/0/parts/3/thoughtSignature'],
    ['text', '/contents/0/parts/2'],
    ['tool-call', '/contents/0/parts/3'],
  ])
})
