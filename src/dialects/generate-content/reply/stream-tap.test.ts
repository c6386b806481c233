import { GenerateContentStreamTap } from './stream-tap.js'

function tapped(chunks: (object | string)[]): { tap: GenerateContentStreamTap; sights: string[] } {
  const tap = new GenerateContentStreamTap()
  return { tap, sights: chunks.map((chunk) => tap.push({ data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) }).type) }
}

const chunk = (parts: object[], more: object = {}): object => ({
  candidates: [{ content: { parts }, ...more }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2 },
})

test('content, its bytes, and the final usage after the end', () => {
  const { tap, sights } = tapped([chunk([{ text: 'Grü' }]), chunk([{ functionCall: { name: 'f', args: { a: 1 } } }])])
  expect(sights).toEqual(['content', 'content'])
  expect([tap.finished, tap.contentBytes, tap.usage]).toEqual([false, 11, { inputTokens: 5 }])
  expect(tap.push({ data: JSON.stringify(chunk([{ text: '' }], { finishReason: 'STOP' })) }).type).toBe('other')
  expect([tap.finished, tap.usage]).toEqual([true, { inputTokens: 5, outputTokens: 2 }])
})

test('with two candidates both must end', () => {
  const { tap } = tapped([{ candidates: [{ index: 0, finishReason: 'STOP' }, { index: 1 }] }])
  expect(tap.finished).toBe(false)
  tap.push({ data: '{"candidates":[{"index":1,"finishReason":"STOP"}]}' })
  expect(tap.finished).toBe(true)
})

test('a blocked prompt ends the stream', () => {
  expect(tapped([{ promptFeedback: { blockReason: 'OTHER' } }]).tap.finished).toBe(true)
})

test.each<[string | object, string]>([
  [{ error: { code: 500, message: 'x' } }, 'error'],
  ['garbage', 'error'],
  ['[]', 'error'],
  ['', 'ping'],
  [{}, 'other'],
])('%j is %s', (data, type) => {
  expect(tapped([data]).sights).toEqual([type])
})
