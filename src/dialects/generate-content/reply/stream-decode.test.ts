import type { StreamPart } from '../../../exchange/stream-part.js'
import { conversation, decodeContext, ownProof } from '../fixtures/conversation.js'
import { GenerateContentStreamDecoder } from './stream-decode.js'

const usageMetadata = { promptTokenCount: 12, candidatesTokenCount: 7, totalTokenCount: 19 }
const finalUsage: StreamPart = { type: 'usage', usage: { inputTokens: 12, outputTokens: 7 } }
const start: StreamPart[] = [
  { type: 'reply-start', id: 'r-1', model: 'up' },
  { type: 'usage', usage: { inputTokens: 12 } },
]
const place = { choice: 0 }

function chunk(parts: object[], more: object = {}): object {
  return { candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], usageMetadata, modelVersion: 'up', responseId: 'r-1' }
}

function decode(chunks: (object | string)[], context = decodeContext()): StreamPart[] {
  const decoder = new GenerateContentStreamDecoder(context)
  return [...chunks.flatMap((data) => decoder.push({ data: typeof data === 'string' ? data : JSON.stringify(data) })), ...decoder.end()]
}

const stop = { finishReason: 'STOP' }
const tail = (reason: 'stop' | 'tool-calls'): StreamPart[] => [
  { type: 'choice-end', ...place, finish: { reason, native: 'STOP' } },
  finalUsage,
  { type: 'reply-end' },
]

const cases: [string, (object | string)[], StreamPart[]][] = [
  [
    'pieces of text are one part',
    [chunk([{ text: 'Grü' }]), chunk([{ text: 'ße' }], stop)],
    [
      ...start,
      { type: 'text-start', ...place, part: 0 },
      { type: 'text-delta', ...place, part: 0, text: 'Grü' },
      { type: 'text-delta', ...place, part: 0, text: 'ße' },
      { type: 'text-end', ...place, part: 0 },
      ...tail('stop'),
    ],
  ],
  [
    'thoughts, text, and an empty signed part at the end',
    [
      chunk([{ text: '', thought: true }]),
      chunk([{ text: 'Four tens.', thought: true }]),
      chunk([{ text: 'Forty.' }]),
      chunk([{ text: '', thoughtSignature: 'c2lnbmVk' }], stop),
    ],
    [
      ...start,
      { type: 'reasoning-start', ...place, part: 0, summary: true },
      { type: 'reasoning-delta', ...place, part: 0, text: 'Four tens.' },
      { type: 'reasoning-end', ...place, part: 0 },
      { type: 'text-start', ...place, part: 1 },
      { type: 'text-delta', ...place, part: 1, text: 'Forty.' },
      { type: 'text-end', ...place, part: 1 },
      { type: 'text-start', ...place, part: 2 },
      { type: 'text-end', ...place, part: 2, proof: ownProof },
      ...tail('stop'),
    ],
  ],
  [
    'whole calls, with and without ids',
    [
      chunk([{ functionCall: { name: 'f', args: { a: 1 }, id: 'x' }, thoughtSignature: 'c2lnbmVk' }, { functionCall: { name: 'g' } }]),
      chunk([{ text: '' }], stop),
    ],
    [
      ...start,
      { type: 'tool-call-start', ...place, part: 0, id: 'x', name: 'f', kind: 'function' },
      { type: 'tool-call-delta', ...place, part: 0, input: '{"a":1}' },
      { type: 'tool-call-end', ...place, part: 0, proof: ownProof },
      { type: 'tool-call-start', ...place, part: 1, id: 'call_1', name: 'g', kind: 'function' },
      { type: 'tool-call-delta', ...place, part: 1, input: '{}' },
      { type: 'tool-call-end', ...place, part: 1 },
      ...tail('tool-calls'),
    ],
  ],
  [
    'arguments in pieces are joined; the empty call at the end may be missing',
    [
      chunk([{ functionCall: { name: 'f', id: 'x', willContinue: true } }]),
      chunk([
        { functionCall: { partialArgs: [{ jsonPath: '$.list[0].name', stringValue: 'Bos', willContinue: true }], willContinue: true } },
      ]),
      chunk([
        {
          functionCall: {
            partialArgs: [
              { jsonPath: '$.list[0].name', stringValue: 'ton' },
              { jsonPath: "$['__proto__']", numberValue: 2 },
              { jsonPath: '$.ok', boolValue: true },
            ],
            willContinue: true,
          },
        },
      ]),
      chunk([], stop),
    ],
    [
      ...start,
      { type: 'tool-call-start', ...place, part: 0, id: 'x', name: 'f', kind: 'function' },
      { type: 'tool-call-delta', ...place, part: 0, input: '{"list":[{"name":"Boston"}],"__proto__":2,"ok":true}' },
      { type: 'tool-call-end', ...place, part: 0 },
      ...tail('tool-calls'),
    ],
  ],
  [
    'a blocked prompt ends with content-filter',
    [{ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata, responseId: 'r-1', modelVersion: 'up' }],
    [...start, { type: 'choice-end', ...place, finish: { reason: 'content-filter', native: 'SAFETY' } }, finalUsage, { type: 'reply-end' }],
  ],
  [
    'a stream without a finish reason is an error, and open parts are not ended',
    [chunk([{ text: 'Half' }])],
    [
      ...start,
      { type: 'text-start', ...place, part: 0 },
      { type: 'text-delta', ...place, part: 0, text: 'Half' },
      { type: 'error', error: { kind: 'upstream_disconnected', message: 'The provider ended the stream before the answer was complete.' } },
    ],
  ],
  [
    'a tool call that is cut off is not ended',
    [chunk([{ functionCall: { name: 'f', id: 'x', willContinue: true } }])],
    [
      ...start,
      { type: 'tool-call-start', ...place, part: 0, id: 'x', name: 'f', kind: 'function' },
      { type: 'error', error: { kind: 'upstream_disconnected', message: 'The provider ended the stream before the answer was complete.' } },
    ],
  ],
  [
    'an error frame ends the stream with the provider’s message',
    [{ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }, chunk([{ text: 'late' }], stop)],
    [
      {
        type: 'error',
        error: {
          kind: 'overloaded',
          message: 'The model is overloaded.',
          native: { dialect: 'generate-content', code: 503, statusName: 'UNAVAILABLE' },
        },
      },
    ],
  ],
  [
    'an empty stream is an error',
    [],
    [{ type: 'error', error: { kind: 'upstream_disconnected', message: 'The provider ended the stream before the answer was complete.' } }],
  ],
]

test.each(cases)('%s', (_, chunks, expected) => {
  expect(decode(chunks)).toEqual(expected)
})

test.each(['{"candidates":[', '[1]', '"x"', '{"candidates":[null]}'])('%s is unreadable', (data) => {
  expect(decode([data]).at(-1)).toMatchObject({ type: 'error', error: { kind: 'upstream_invalid' } })
})

test('an array with an error is an error with its message', () => {
  expect(decode(['[{"error":{"code":400,"message":"no"}}]'])).toMatchObject([
    { type: 'error', error: { kind: 'invalid_request', message: 'no' } },
  ])
})

test('citations come before the end of their text', () => {
  const groundingMetadata = {
    groundingChunks: [{ web: { uri: 'https://a.example' } }],
    groundingSupports: [{ segment: { endIndex: 7, text: 'Grüße' }, groundingChunkIndices: [0] }],
  }
  const parts = decode([
    chunk([{ text: 'Grü' }]),
    chunk([{ text: 'ße.' }, { text: '', thoughtSignature: 'c2lnbmVk' }], { ...stop, groundingMetadata }),
  ])
  expect(parts.map((part) => part.type)).toEqual([
    'reply-start',
    'usage',
    'text-start',
    'text-delta',
    'text-delta',
    'citation',
    'text-end',
    'text-start',
    'text-end',
    'choice-end',
    'usage',
    'reply-end',
  ])
  expect(parts[5]).toMatchObject({ part: 0, citation: { url: 'https://a.example', start: 0, end: 5 } })
})

test('a call of a custom tool streams its text', () => {
  const context = decodeContext(conversation([], { tools: [{ type: 'custom', name: 'patch', at: '/tools/0' }] }))
  expect(decode([chunk([{ functionCall: { name: 'patch', args: { input: '*** Begin' } } }], stop)], context)).toContainEqual({
    type: 'tool-call-delta',
    ...place,
    part: 0,
    input: '*** Begin',
  })
})

test('each candidate has its own end', () => {
  const two = {
    candidates: [
      { content: { parts: [{ text: 'a' }] }, index: 0, finishReason: 'STOP' },
      { content: { parts: [{ text: 'b' }] }, index: 1 },
    ],
  }
  const parts = decode([two, { candidates: [{ index: 1, finishReason: 'MAX_TOKENS' }] }])
  expect(parts.filter((part) => part.type === 'choice-end')).toMatchObject([{ choice: 0 }, { choice: 1, finish: { reason: 'length' } }])
  expect(parts.at(-1)).toEqual({ type: 'reply-end' })
})
