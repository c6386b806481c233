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
  [
    'where a member means the same',
    '/reasoning_effort',
    { reasoning_effort: 'low' },
    { thinking: { budget_tokens: 1024 } },
    '/thinking/budget_tokens',
  ],
  ['where a member of another name means the same', '/max_tokens', { max_tokens: 9 }, { max_output_tokens: 16 }, '/max_output_tokens'],
  [
    'where the text beside it stands',
    '/messages/0/role',
    { messages: [{ role: 'developer', content: 'Be brief and kind.' }] },
    { system: 'Be brief and kind.' },
    '/system',
  ],
  [
    'where a text of it was joined to another',
    '/messages/0/content/1',
    { messages: [{ content: [{ text: 'The first.' }, { text: 'The second.' }] }] },
    { contents: [{ parts: [{ text: 'The first.The second.' }] }] },
    '/contents/0/parts/0/text',
  ],
  [
    'where the bytes of a picture stand',
    '/content/image_url/detail',
    { content: { image_url: { url: 'data:image/png;base64,AAAABBBB', detail: 'high' } } },
    { source: { data: 'AAAABBBB' } },
    '/source/data',
  ],
  ['nowhere, where two members mean the same', '/stop', { stop: 'x' }, { stop_sequences: ['a'], b: { stopSequences: [] } }, undefined],
  ['nowhere, where it is not there', '/metadata/user_id', { metadata: { user_id: 'ann' } }, { model: 'x' }, undefined],
  ['nowhere, where it could be two', '/system', { system: 'Hello' }, { a: 'Hello', b: 'Hello' }, undefined],
  ['nowhere, where the other is no JSON', '/system', { system: 'Hello' }, 'data: {}', undefined],
])('a loss is marked %s', (_, at, before, after, found) => {
  const loss = { at, action: 'approximated' as const }
  const text = typeof after === 'string' ? after : JSON.stringify(after)
  expect(counterpartsOf([loss], JSON.stringify(before), text)).toEqual(found === undefined ? [] : [{ ...loss, at: found }])
})

test('what was dropped has no counterpart', () => {
  expect(counterpartsOf([{ at: '/seed', action: 'dropped' }], '{"seed":7}', '{"seed":8}')).toEqual([])
})
