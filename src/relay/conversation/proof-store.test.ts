import type { Part, ReasoningPart } from '../../exchange/part.js'
import type { Proof } from '../../exchange/proof.js'
import type { Reply } from '../../exchange/reply.js'
import type { ConversationRequest } from '../../exchange/request.js'
import { ProofStore } from './proof-store.js'

const proof = (value: string): Proof => ({ dialect: 'messages', kind: 'signature', value })
const thought = (value: string): ReasoningPart => ({ type: 'reasoning', text: value, proof: proof(value), at: '' })
const call = (id: string): Part => ({ type: 'tool-call', id, name: 'read', kind: 'function', input: '{}', at: '' })

const replyOf = (...parts: Part[]): Reply => ({ id: 'r', model: 'm', choices: [{ index: 0, parts, finish: { reason: 'tool-calls' } }] })
const asked = (...parts: Part[]): ConversationRequest => ({
  dialect: 'chat-completions',
  model: 'm',
  stream: false,
  turns: [{ role: 'assistant', parts, at: '' }],
  tools: [],
  settings: {},
})

/** The turn as it is sent to a provider: thoughts by their proofs, tool calls by their ids. */
function sent(store: ProofStore, parts: readonly Part[], owner = 'ada', dialect: Proof['dialect'] = 'messages'): string[] {
  const { turns } = store.restore(owner, asked(...parts), dialect)
  return (turns[0]?.parts ?? []).map((part) =>
    part.type === 'reasoning' ? (part.proof?.value ?? '') : part.type === 'tool-call' ? part.id : '',
  )
}

function storeWith(options: { now?: () => number; capacity?: number } = {}): ProofStore {
  const store = new ProofStore(options.now ?? (() => 0), options.capacity)
  store.rememberReply('ada', replyOf(thought('first'), call('a'), thought('second'), call('b')))
  return store
}

test('each tool call gets back the reasoning before it, and no other', () => {
  expect(sent(storeWith(), [call('a')])).toEqual(['first', 'a'])
  expect(sent(storeWith(), [call('b')])).toEqual(['second', 'b'])
})

test('the reasoning of a stream is put together from its pieces', () => {
  const store = new ProofStore(() => 0)
  const observe = store.observer('ada')
  observe({ type: 'reasoning-start', choice: 0, part: 0 })
  observe({ type: 'reasoning-delta', choice: 0, part: 0, text: 'Hm' })
  observe({ type: 'reasoning-end', choice: 0, part: 0, proof: proof('first') })
  observe({ type: 'tool-call-start', choice: 0, part: 1, id: 'a', name: 'read', kind: 'function' })
  observe({ type: 'tool-call-end', choice: 0, part: 1 })
  observe({ type: 'tool-call-start', choice: 0, part: 2, id: 'b', name: 'read', kind: 'function' })
  observe({ type: 'tool-call-end', choice: 0, part: 2 })
  expect(sent(store, [call('a'), call('b')])).toEqual(['first', 'a', 'b'])
})

test('nothing is added where the client sent reasoning of its own', () => {
  expect(sent(storeWith(), [thought('own'), call('a')])).toEqual(['own', 'a'])
})

test('proofs are for their owner and for upstreams of their dialect alone', () => {
  expect(sent(storeWith(), [call('a')], 'bob')).toEqual(['a'])
  expect(sent(storeWith(), [call('a')], 'ada', 'responses')).toEqual(['a'])
})

test('they are forgotten after a day, and the oldest first where there are too many', () => {
  let now = 0
  const store = storeWith({ now: () => now })
  now = 24 * 3_600_000
  expect(sent(store, [call('a')])).toEqual(['first', 'a'])
  now++
  expect(sent(store, [call('a')])).toEqual(['a'])
  const small = storeWith({ capacity: 1 })
  expect([sent(small, [call('a')]), sent(small, [call('b')])]).toEqual([['a'], ['second', 'b']])
})

test('another process that has just begun restores the same', () => {
  const other = new ProofStore(() => 0)
  for (const kept of storeWith().all()) other.keep(kept)
  expect(sent(other, [call('a'), call('b')])).toEqual(['first', 'a', 'second', 'b'])
  expect(sent(other, [call('a')], 'eve')).toEqual(['a'])
})
