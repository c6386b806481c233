import { LossLedger } from '../../../exchange/ledger.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { responsesDialect } from '../index.js'
import { eventsOfResponse, framesOfEvents } from './reply-events.js'

const parts: readonly StreamPart[] = [
  { type: 'reply-start', id: '', model: 'm', createdAt: 1 },
  { type: 'reasoning-start', choice: 0, part: 0, summary: true },
  { type: 'reasoning-delta', choice: 0, part: 0, text: 'Hm.' },
  { type: 'reasoning-end', choice: 0, part: 0 },
  { type: 'text-start', choice: 0, part: 1 },
  { type: 'text-delta', choice: 0, part: 1, text: 'Grüße, 你好 🙂' },
  { type: 'text-end', choice: 0, part: 1 },
  { type: 'tool-call-start', choice: 0, part: 2, id: 'call_1', name: 'look', kind: 'function' },
  { type: 'tool-call-delta', choice: 0, part: 2, input: '{"a":1}' },
  { type: 'tool-call-end', choice: 0, part: 2 },
  { type: 'tool-call-start', choice: 0, part: 3, id: 'call_2', name: 'write', kind: 'custom' },
  { type: 'tool-call-delta', choice: 0, part: 3, input: 'free text' },
  { type: 'tool-call-end', choice: 0, part: 3 },
  { type: 'usage', usage: { inputTokens: 3, outputTokens: 2 } },
]

function streamed(ending: readonly StreamPart[]): string {
  let ids = 0
  const encoder = responsesDialect.createStreamEncoder(
    {
      request: { dialect: 'responses', model: 'm', stream: true, turns: [], tools: [], settings: {} },
      wireRequest: { model: 'm', input: 'x' },
      upstreamDialect: 'chat-completions',
      now: 1,
      newId: (prefix) => `${prefix}${++ids}`,
      ledger: new LossLedger(),
    },
    { framing: 'sse', requestId: 'r' },
  )
  return encoder.write([...parts, ...ending])
}

const eventsIn = (frames: string): Record<string, unknown>[] =>
  [...frames.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''))

test.each([
  ['complete', 'stop'],
  ['cut', 'length'],
] as const)('a %s response gives the events again that it was streamed as', (_name, reason) => {
  const events = eventsIn(streamed([{ type: 'choice-end', choice: 0, finish: { reason } }, { type: 'reply-end' }]))
  const response = events.at(-1)?.response as Record<string, unknown>
  expect(eventsOfResponse(response)).toEqual(events)
  expect(eventsIn([...framesOfEvents(eventsOfResponse(response))].join(''))).toEqual(events)
})
