// Recorded replies of each dialect, named by scenario: `<dialect>/fixtures/replies/`. A scenario decodes to the same parts in all dialects.
import { readFileSync } from 'node:fs'
import type { DecodeContext } from '../exchange/context.js'
import type { UpstreamDialect } from '../exchange/dialect-name.js'
import { LossLedger } from '../exchange/ledger.js'
import type { ServerSentEvent } from '../exchange/server-sent-event.js'
import type { StreamPart } from '../exchange/stream-part.js'
import type { UpstreamHalf } from './dialect.js'
import { upstreamDialects } from './registry.js'

const dialects = Object.values(upstreamDialects)

function context(): DecodeContext {
  let last = 0
  return {
    newId: (prefix) => `${prefix}${(last += 1)}`,
    traits: {},
    ledger: new LossLedger(),
    request: { dialect: 'chat-completions', model: 'm', stream: true, turns: [], tools: [], settings: {} },
  }
}

const fixture = (dialect: UpstreamDialect, file: string): string =>
  readFileSync(new URL(`${dialect}/fixtures/replies/${file}`, import.meta.url), 'utf8')

/** The events of a fixture, in which `event:` and `data:` have one line each. */
function eventsOf(text: string): ServerSentEvent[] {
  return [...text.matchAll(/(?:event: (.*)\n)?data: (.*)\n\n/g)].map(([, event, data = '']) =>
    event === undefined ? { data } : { event, data },
  )
}

function decodeStream(dialect: UpstreamHalf, file: string): StreamPart[] {
  const decoder = dialect.createStreamDecoder(context())
  return [...eventsOf(fixture(dialect.name, file)).flatMap((event) => decoder.push(event)), ...decoder.end()]
}

const textOf = (parts: readonly StreamPart[], type: 'text-delta' | 'tool-call-delta'): string =>
  parts.map((part) => (part.type !== type ? '' : part.type === 'text-delta' ? part.text : part.input)).join('')

const usage = { inputTokens: 40, outputTokens: 12, cachedInputTokens: 16 }

test.each(dialects.map((dialect) => [dialect.name, dialect] as const))('%s: text and a tool call', (name, dialect) => {
  const reply = dialect.decodeReply(JSON.parse(fixture(name, 'tool-call.json')), context())
  expect(reply.usage).toMatchObject(usage)
  expect(reply.choices).toMatchObject([
    {
      finish: { reason: 'tool-calls' },
      parts: [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool-call', id: 'call_1', name: 'weather', input: '{"city":"Oslo"}' },
      ],
    },
  ])
})

test.each(dialects.map((dialect) => [dialect.name, dialect] as const))('%s: the same as a stream', (_name, dialect) => {
  const parts = decodeStream(dialect, 'tool-call-stream.sse')
  expect(parts[0]).toMatchObject({ type: 'reply-start' })
  expect(textOf(parts, 'text-delta')).toBe('Let me look.')
  expect(parts.find(({ type }) => type === 'tool-call-start')).toMatchObject({ id: 'call_1', name: 'weather' })
  expect(textOf(parts, 'tool-call-delta')).toBe('{"city":"Oslo"}')
  expect(parts.find(({ type }) => type === 'choice-end')).toMatchObject({ finish: { reason: 'tool-calls' } })
  expect(parts.findLast(({ type }) => type === 'usage')).toMatchObject({ usage })
  expect(parts.at(-1)).toMatchObject({ type: 'reply-end' })
})

test.each(dialects.map((dialect) => [dialect.name, dialect] as const))(
  '%s: the tap of a relayed stream reads its usage and its end mark',
  (name, dialect) => {
    const tap = dialect.createStreamTap()
    for (const event of eventsOf(fixture(name, 'tool-call-stream.sse'))) tap.push(event)
    expect([tap.finished, tap.usage]).toEqual([true, expect.objectContaining(usage)])
  },
)
