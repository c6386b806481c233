import { readable, replayOf } from './replay.js'

const kept = { style: 'messages', model: 'fast', request_body: '{"model":"fast","max_tokens":5}' }

test.each([
  ['a whole body', kept, { style: 'messages', body: { model: 'fast', max_tokens: 5 } }],
  [
    'the model is in the path',
    { ...kept, style: 'generate-content', request_body: '{"contents":[]}' },
    { style: 'generate-content', body: { model: 'fast', contents: [] } },
  ],
  ['a beginning', { ...kept, request_body: '{"model":"fa' }, undefined],
  ['no body', { ...kept, request_body: null }, undefined],
  ['no object', { ...kept, request_body: '[]' }, undefined],
  ['an endpoint beside chat', { ...kept, style: 'embeddings' }, undefined],
])('%s', (_name, request, replay) => {
  expect(replayOf(request)).toEqual(replay)
})

test('bodies are shown with line breaks where they are JSON', () => {
  expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readable('data: {"a":1}')).toBe('data: {"a":1}')
})
