import type { StreamPart } from '../../exchange/stream-part.js'
import { inShortDeltas } from './long-parts.js'

const at = { choice: 0, part: 0 }
const long = 'a'.repeat(100_000)
const [first, second] = [long.slice(0, 65_536), long.slice(65_536)]

test.each<[string, StreamPart[], StreamPart[]]>([
  ['a short text', [{ type: 'text-delta', ...at, text: 'a' }], [{ type: 'text-delta', ...at, text: 'a' }]],
  [
    'a long text, whose probabilities come once',
    [{ type: 'text-delta', ...at, text: long, logprobs: [] }],
    [
      { type: 'text-delta', ...at, text: first, logprobs: [] },
      { type: 'text-delta', ...at, text: second },
    ],
  ],
  [
    'long reasoning',
    [{ type: 'reasoning-delta', ...at, text: long }],
    [first, second].map((text) => ({ type: 'reasoning-delta', ...at, text })),
  ],
  [
    'long arguments, and what follows them',
    [{ type: 'tool-call-delta', ...at, input: long }, { type: 'reply-end' }],
    [...[first, second].map((input) => ({ type: 'tool-call-delta' as const, ...at, input })), { type: 'reply-end' }],
  ],
])('%s', (_name, parts, short) => {
  expect([...inShortDeltas(parts)]).toEqual(short)
})
