import { sealProof } from '../../../exchange/proof.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { foreignProof, replyContext } from '../fixtures/conversation.js'
import { GenerateContentStreamEncoder } from './stream-encode.js'

const start: StreamPart = { type: 'reply-start', id: 'msg_1', model: 'up' }
const usage: StreamPart = { type: 'usage', usage: { inputTokens: 12, outputTokens: 7 } }
const stop: StreamPart = { type: 'choice-end', choice: 0, finish: { reason: 'stop' } }
const end: StreamPart = { type: 'reply-end' }
const place = { choice: 0, part: 0 }
const identity = { modelVersion: 'up', responseId: 'msg_1' }
const usageMetadata = { promptTokenCount: 12, candidatesTokenCount: 7, totalTokenCount: 19 }

function encode(writes: StreamPart[][], framing: 'sse' | 'json-array' = 'sse'): string[] {
  const encoder = new GenerateContentStreamEncoder(replyContext(), { framing, requestId: 'req_1' })
  return writes.map((parts) => encoder.write(parts))
}

function frame(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\r\n\r\n`
}

function piece(...parts: object[]): object {
  return { candidates: [{ content: { role: 'model', parts }, index: 0 }], ...identity }
}

const last = {
  candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, index: 0, finishReason: 'STOP' }],
  ...identity,
  usageMetadata,
}

const text = (value: string): StreamPart => ({ type: 'text-delta', ...place, text: value })
const textStart: StreamPart = { type: 'text-start', ...place }
const textEnd: StreamPart = { type: 'text-end', ...place }

test('one frame for each write, none for starts and ends; the last one has usage and the finish reason', () => {
  expect(
    encode([[start], [], [textStart], [text('All ')], [text('good'), text('.')], [textEnd, stop], [usage], [end], [text('late')]]),
  ).toEqual(['', '', '', frame(piece({ text: 'All ' })), frame(piece({ text: 'good' }, { text: '.' })), '', '', frame(last), ''])
})

test('without alt=sse the same chunks are one array', () => {
  const out = encode([[start, textStart, text('a')], [text('b')], [textEnd, stop, usage, end]], 'json-array').join('')
  expect(out.startsWith('[{')).toBe(true)
  expect(JSON.parse(out)).toEqual([piece({ text: 'a' }), piece({ text: 'b' }), last])
})

test('a tool call is written when it is complete; the first has the proof of the thoughts before', () => {
  const writes: StreamPart[][] = [
    [start, { type: 'reasoning-start', ...place }, { type: 'reasoning-delta', ...place, text: 'North ' }],
    [{ type: 'reasoning-delta', ...place, text: 'first.' }],
    [{ type: 'reasoning-end', ...place, proof: foreignProof }],
    [{ type: 'tool-call-start', choice: 0, part: 1, id: 'x', name: 'f', kind: 'function' }],
    [{ type: 'tool-call-start', choice: 0, part: 2, id: 'y', name: 'f', kind: 'function' }],
    [
      { type: 'tool-call-delta', choice: 0, part: 1, input: '{"a":' },
      { type: 'tool-call-delta', choice: 0, part: 2, input: '{"b":2}' },
    ],
    [{ type: 'tool-call-delta', choice: 0, part: 1, input: '1}' }],
    [
      { type: 'tool-call-end', choice: 0, part: 1 },
      { type: 'tool-call-end', choice: 0, part: 2 },
    ],
    [{ type: 'choice-end', choice: 0, finish: { reason: 'tool-calls' } }, usage, end],
  ]
  expect(encode(writes)).toEqual([
    frame(piece({ text: 'North ', thought: true })),
    frame(piece({ text: 'first.', thought: true })),
    '',
    '',
    '',
    '',
    '',
    frame(
      piece(
        { functionCall: { id: 'x', name: 'f', args: { a: 1 } }, thoughtSignature: sealProof(foreignProof) },
        { functionCall: { id: 'y', name: 'f', args: { b: 2 } } },
      ),
    ),
    frame(last),
  ])
})

test('without a tool call the proof comes at the end', () => {
  const thought: StreamPart[] = [
    { type: 'reasoning-start', ...place },
    { type: 'reasoning-delta', ...place, text: 'Hm.' },
    { type: 'reasoning-end', ...place, proof: foreignProof },
  ]
  const out = encode([
    [start, ...thought],
    [textStart, text('Yes.')],
    [stop, end],
  ]).join('')
  expect(out).toContain(JSON.stringify({ text: '', thought: true, thoughtSignature: sealProof(foreignProof) }))
  expect(out.indexOf('Yes.')).toBeLessThan(out.indexOf('thoughtSignature'))
})

test('an error comes after the content so far, without a finish reason, and ends the stream', () => {
  const error: StreamPart = { type: 'error', error: { kind: 'upstream_disconnected', message: 'Gone.' } }
  const failure = { error: { code: 502, message: 'Gone.', status: 'UNAVAILABLE' } }
  const half: StreamPart[] = [
    { type: 'tool-call-start', choice: 0, part: 1, id: 'x', name: 'f', kind: 'function' },
    { type: 'tool-call-delta', choice: 0, part: 1, input: '{}' },
  ]
  expect(encode([[start, textStart, text('Half')], half, [stop, error], [end]])).toEqual([
    frame(piece({ text: 'Half' })),
    '',
    frame(failure),
    '',
  ])
  expect(JSON.parse(encode([[start, textStart, text('Half')], [error]], 'json-array').join(''))).toEqual([piece({ text: 'Half' }), failure])
  expect(JSON.parse(encode([[error]], 'json-array').join(''))).toEqual([failure])
})

test('a tool call whose arguments are not JSON ends with MALFORMED_FUNCTION_CALL', () => {
  const [out] = encode([
    [
      start,
      { type: 'tool-call-start', ...place, id: 'x', name: 'f', kind: 'function' },
      { type: 'tool-call-delta', ...place, input: '{"a"' },
      { type: 'tool-call-end', ...place },
      stop,
      end,
    ],
  ])
  expect(out).toContain('"finishReason":"MALFORMED_FUNCTION_CALL"')
  expect(out).not.toContain('functionCall"')
})

test.each(['function', 'custom'] as const)('a %s call that was cut off is left out', (kind) => {
  const parts: StreamPart[] = [
    start,
    { type: 'tool-call-start', ...place, id: 'a', name: 'f', kind },
    { type: 'tool-call-delta', ...place, input: '{}' },
    { type: 'tool-call-end', ...place, cut: true },
    { type: 'choice-end', choice: 0, finish: { reason: 'length' } },
  ]
  expect(encode([[...parts, end]]).join('')).not.toContain('functionCall')
})

test('a refusal is text, and the finish reason is SAFETY', () => {
  const [out] = encode([
    [
      start,
      { type: 'refusal-start', ...place },
      { type: 'refusal-delta', ...place, text: 'No.' },
      { type: 'refusal-end', ...place },
      stop,
      end,
    ],
  ])
  expect(out).toContain('{"text":"No."}')
  expect(out).toContain('"finishReason":"SAFETY"')
})

test('citations become grounding of the last chunk', () => {
  const citation: StreamPart = { type: 'citation', ...place, citation: { type: 'url', url: 'https://a.example', start: 0, end: 5 } }
  const [, out] = encode([
    [start, textStart, text('Grüße.')],
    [citation, textEnd, stop, end],
  ])
  expect(out).toContain(
    '"groundingMetadata":{"groundingChunks":[{"web":{"uri":"https://a.example"}}],"groundingSupports":[{"segment":{"startIndex":0,"endIndex":7,"text":"Grüße"},"groundingChunkIndices":[0]}]}',
  )
})

test('parallel calls keep the order in which they began, whichever ends first', () => {
  const call = (part: number, id: string): StreamPart => ({ type: 'tool-call-start', choice: 0, part, id, name: 'f', kind: 'function' })
  const input = (part: number): StreamPart => ({ type: 'tool-call-delta', choice: 0, part, input: '{}' })
  const done = (part: number): StreamPart => ({ type: 'tool-call-end', choice: 0, part })
  const frames = encode([[start], [call(0, 'x'), call(1, 'y')], [input(1), done(1)], [input(0), done(0)]])
  expect(frames[2]).toBe('')
  expect(frames[3]).toBe(
    frame(piece({ functionCall: { id: 'x', name: 'f', args: {} } }, { functionCall: { id: 'y', name: 'f', args: {} } })),
  )
})
