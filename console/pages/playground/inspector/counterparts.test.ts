import { counterpartsOf } from './counterparts.js'

test.each([
  ['at the same pointer', '/temperature', { temperature: 3 }, { temperature: 2 }, '/temperature'],
  [
    'where the same text stands',
    '/system',
    { system: 'Be brief.' },
    { messages: [{ role: 'system', content: 'Be brief.' }] },
    '/messages/0/content',
  ],
  ['where the same list stands', '/stop_sequences', { stop_sequences: ['END'] }, { stop: ['END'] }, '/stop'],
  ['where the name is spelled otherwise', '/top_k', { top_k: 5 }, { generationConfig: { topK: 40 } }, '/generationConfig/topK'],
  ['nowhere, where it is not there', '/metadata/user_id', { metadata: { user_id: 'ann' } }, { model: 'x' }, undefined],
  ['nowhere, where it could be two', '/system', { system: 'Hello' }, { a: 'Hello', b: 'Hello' }, undefined],
  ['nowhere, where the other is no JSON', '/system', { system: 'Hello' }, 'data: {}', undefined],
])('a loss is marked %s', (_, at, before, after, found) => {
  const loss = { at, why: 'because' }
  const text = typeof after === 'string' ? after : JSON.stringify(after)
  expect(counterpartsOf([loss], JSON.stringify(before), text)).toEqual(found === undefined ? [] : [{ ...loss, at: found }])
})
