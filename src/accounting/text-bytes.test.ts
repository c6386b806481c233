import { exactNumber } from '../json/exact-numbers.js'
import { textBytesOf } from './text-bytes.js'

const cases: [string, unknown, number][] = [
  [
    'chat',
    {
      model: 'm',
      messages: [
        { role: 'user', content: 'äb' },
        { role: 'user', content: [{ type: 'text', text: 'cd' }] },
      ],
    },
    5,
  ],
  ['a picture is no text', { messages: [{ content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] }] }, 0],
  ['messages', { system: 'ab', messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'base64', data: 'AAAA' } }] }] }, 2],
  ['responses', { instructions: 'ab', input: [{ type: 'function_call_output', call_id: 'c', output: 'cd' }] }, 4],
  ['generate-content', { contents: [{ role: 'user', parts: [{ text: 'ab' }, { inlineData: { mimeType: 'a/b', data: 'AAAA' } }] }] }, 2],
  [
    'arguments of calls and descriptions of tools',
    { tools: [{ type: 'function', function: { name: 'f', description: 'ab' } }], input: { q: 'c' } },
    3,
  ],
  ['settings', { stop: ['abc'], metadata: { user_id: 'abc' }, stream: true, temperature: 1, n: 2 }, 0],
  ['numbers, also those that are kept exact', { input: { a: 1, b: [exactNumber('12345678901234567890')] } }, 0],
  ['a list of embeddings', { input: ['ab', 'c'] }, 3],
]
test.each(cases)('%s', (_name, wire, bytes) => {
  expect(textBytesOf(wire)).toBe(bytes)
})
