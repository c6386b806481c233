import { resultsAfterCalls } from './call-order.js'
import { LossLedger } from '../ledger.js'
import type { Part } from '../part.js'
import type { Turn } from '../request.js'

const call = (id: string): Part => ({ type: 'tool-call', id, name: 'read', kind: 'function', input: '{}', at: '' })
const result = (id: string): Part => ({ type: 'tool-result', callId: id, kind: 'function', content: [], at: `/${id}` })
const text = (words: string): Part => ({ type: 'text', text: words, at: '' })
const turn = (role: Turn['role'], ...parts: Part[]): Turn => ({ role, parts, at: '' })

function shown(turns: readonly Turn[]): string[] {
  return turns.map(({ role, parts }) => {
    const names = parts.map((part) => (part.type === 'tool-call' ? part.id : part.type === 'tool-result' ? `=${part.callId}` : 'text'))
    return [role, ...names].join(' ')
  })
}

test.each<[string, Turn[], string[]]>([
  [
    'an instruction between call and result',
    [turn('user', text('go')), turn('assistant', call('a')), turn('developer', text('new')), turn('user', result('a'))],
    ['user text', 'assistant a', 'user =a', 'developer text'],
  ],
  [
    'texts of the user and of the assistant between call and result',
    [turn('assistant', call('a')), turn('user', text('wait')), turn('assistant', text('well')), turn('user', result('a'), text('so'))],
    ['assistant a', 'user =a', 'user text', 'assistant text', 'user text'],
  ],
  [
    'one of several results after another turn',
    [turn('assistant', call('a'), call('b')), turn('user', result('b')), turn('system', text('new')), turn('user', result('a'))],
    ['assistant a b', 'user =b =a', 'system text'],
  ],
  [
    'the results of two steps after both steps',
    [turn('assistant', call('a')), turn('user', text('and')), turn('assistant', call('b')), turn('user', result('a'), result('b'))],
    ['assistant a', 'user =a', 'user text', 'assistant b', 'user =b'],
  ],
  [
    'the calls of one step in several turns',
    [turn('assistant', call('a')), turn('assistant', call('b')), turn('user', result('a')), turn('user', result('b'))],
    ['assistant a b', 'user =a', 'user =b'],
  ],
])('%s', (_name, turns, ordered) => {
  expect(shown(resultsAfterCalls(turns, new LossLedger()))).toEqual(ordered)
})

test('a moved result is recorded as moved, not as a loss', () => {
  const ledger = new LossLedger()
  resultsAfterCalls([turn('assistant', call('a')), turn('system', text('new')), turn('user', result('a'))], ledger)
  expect(ledger.losses).toMatchObject([{ at: '/a', action: 'moved' }])
})

test.each<[string, Turn[]]>([
  [
    'results in several turns, then a text',
    [turn('assistant', call('a'), call('b')), turn('user', result('a')), turn('user', result('b'), text('so'))],
  ],
  ['a text before the result in one turn', [turn('assistant', call('a')), turn('user', text('so'), result('a'))]],
  [
    'an id that every step uses',
    [turn('assistant', call('a')), turn('user', result('a')), turn('assistant', call('a')), turn('user', result('a'))],
  ],
  ['a result without a call', [turn('user', result('lost')), turn('assistant', text('well'))]],
])('unchanged: %s', (_name, turns) => {
  const ledger = new LossLedger()
  expect(resultsAfterCalls(turns, ledger)).toBe(turns)
  expect(ledger.losses).toEqual([])
})

test('tool calls of assistants with names stay in their turns', () => {
  const turns = [
    { ...turn('assistant', call('a')), name: { value: 'ann', at: '' } },
    turn('assistant', call('b')),
    turn('user', result('a'), result('b')),
  ]
  expect(shown(resultsAfterCalls(turns, new LossLedger()))).toEqual(['assistant a', 'assistant b', 'user =a =b'])
})
