// What a client or a provider may make as long as it likes takes a time that grows with its length, not with the square of it: one request,
// or one reply, would hold up everybody else for minutes.
import { clientDialects, upstreamDialects } from '../../src/dialects/registry.js'
import type { ChatDialect, UpstreamDialect } from '../../src/exchange/dialect-name.js'
import { GatewayFailure } from '../../src/exchange/error.js'
import { LossLedger } from '../../src/exchange/ledger.js'
import { checkReply } from '../../src/exchange/reply-check.js'
import { StreamCheck } from '../../src/exchange/stream-check.js'
import { textOf } from '../../src/json/object.js'
import { counter } from './conversion.js'
import type { JsonObject } from './json.js'

const length = 40_000
/** Each took 20 s and more; a busy machine needs a second. */
const mostMs = 5000

const many = <Item>(make: (index: number) => Item): Item[] => Array.from({ length }, (_, index) => make(index))

function timeOf(work: () => void): number {
  const startedAt = performance.now()
  try {
    work()
  } catch (failure) {
    if (!(failure instanceof GatewayFailure)) throw failure
  }
  return performance.now() - startedAt
}

const chat = (...messages: JsonObject[]): JsonObject => ({ model: 'm', messages: [{ role: 'user', content: 'a' }, ...messages] })
const call = (id: string): JsonObject => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
const tools = many((index) => ({ type: 'function', function: { name: `f${index}` } }))
const allowed = many((index) => ({ type: 'function', function: { name: `f${length - index}` } }))

const requests: readonly (readonly [string, JsonObject])[] = [
  ['calls of one id', chat({ role: 'assistant', tool_calls: many(() => call('c')) })],
  [
    'reasoning details',
    chat({ role: 'assistant', content: 'a', reasoning_details: many((index) => ({ type: 'reasoning.text', text: `${index} thought` })) }),
  ],
  [
    'tools, some of them allowed',
    { ...chat(), tools, tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: allowed } } },
  ],
  [
    'keywords that are null',
    {
      ...chat(),
      tools: [{ type: 'function', function: { name: 'f', parameters: Object.fromEntries(many((index) => [`k${index}`, null])) } }],
    },
  ],
]

describe.each(['chat-completions', 'messages', 'cohere-chat', 'bedrock-converse'] as const)('a request for %s', (upstream) => {
  test.each(requests)('with many %s', (_, wire) => {
    const taken = timeOf(() => {
      const ledger = new LossLedger()
      const conversation = clientDialects['chat-completions'].decodeRequest(wire, { ledger, model: 'm-1', stream: false })
      upstreamDialects[upstream].encodeRequest(conversation, {
        model: 'up-model',
        defaultMaxOutputTokens: 4096,
        traits: {},
        ledger,
        newId: counter(),
      })
    })
    expect(taken).toBeLessThan(mostMs)
  })
})

const questions = {
  messages: { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'a' }] },
  responses: { model: 'm', input: 'a' },
}

function contextOf(client: keyof typeof questions & ChatDialect, upstream: UpstreamDialect) {
  const ledger = new LossLedger()
  const wireRequest = questions[client]
  const request = clientDialects[client].decodeRequest(wireRequest, { ledger, model: 'm-1', stream: false })
  return { request, wireRequest, upstreamDialect: upstream, now: 1_700_000_001, newId: counter(), ledger, traits: {} }
}

const supports = many((index) => ({ segment: { startIndex: index, endIndex: index + 1, text: 'a' }, groundingChunkIndices: [0] }))
const replies: readonly (readonly [UpstreamDialect, string, JsonObject])[] = [
  [
    'chat-completions',
    'calls of one id',
    {
      choices: [
        { index: 0, message: { role: 'assistant', content: null, tool_calls: many(() => call('c')) }, finish_reason: 'tool_calls' },
      ],
    },
  ],
  [
    'generate-content',
    'citations',
    {
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: [{ text: 'a'.repeat(length + 1) }] },
          finishReason: 'STOP',
          groundingMetadata: { groundingChunks: [{ web: { uri: 'https://a/', title: 't' } }], groundingSupports: supports },
        },
      ],
    },
  ],
  [
    'generate-content',
    'text parts and citations',
    {
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: many(() => ({ text: 'aaa' })) },
          finishReason: 'STOP',
          groundingMetadata: { groundingChunks: [{ web: { uri: 'https://a/', title: 't' } }], groundingSupports: supports },
        },
      ],
    },
  ],
]

const chunk = (delta: JsonObject, finish: string | null = null): JsonObject => ({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const streams: readonly (readonly [UpstreamDialect, string, JsonObject[]])[] = [
  [
    'chat-completions',
    'calls that stay open',
    [...many((index) => chunk({ tool_calls: [{ index, ...call('c') }] })), chunk({}, 'tool_calls')],
  ],
  [
    'chat-completions',
    'calls without a name',
    [...many((index) => chunk({ tool_calls: [{ index, id: `c${index}` }] })), chunk({}, 'stop')],
  ],
  [
    'chat-completions',
    'pieces of reasoning',
    [
      ...many((index) => chunk({ reasoning_details: [{ type: 'reasoning.text', text: 't', index }] })),
      chunk({ content: 'a' }),
      chunk({}, 'stop'),
    ],
  ],
  [
    'messages',
    'calls that stay open',
    [
      {
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', model: 'x', content: [], usage: { input_tokens: 1 } },
      },
      ...many((index) => ({ type: 'content_block_start', index, content_block: { type: 'tool_use', id: 'c', name: 'f', input: {} } })),
      ...many((index) => ({ type: 'content_block_stop', index: length - 1 - index })),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ],
  ],
]

describe.each(['messages', 'responses'] as const)('for %s', (client) => {
  test.each(replies)('a reply of %s with many %s', (upstream, _, wire) => {
    const taken = timeOf(() => {
      const context = contextOf(client, upstream)
      clientDialects[client].encodeReply(checkReply(upstreamDialects[upstream].decodeReply(wire, context)), context)
    })
    expect(taken).toBeLessThan(mostMs)
  })

  test.each(streams)('a stream of %s with many %s', (upstream, _, events) => {
    const taken = timeOf(() => {
      const context = contextOf(client, upstream)
      const decoder = upstreamDialects[upstream].createStreamDecoder(context)
      const encoder = clientDialects[client].createStreamEncoder(context, { framing: 'sse', requestId: 'req_1' })
      const check = new StreamCheck()
      for (const event of events)
        encoder.write(check.check(decoder.push({ event: textOf(event['type']) ?? '', data: JSON.stringify(event) })))
      encoder.write(check.check(decoder.end()))
    })
    expect(taken).toBeLessThan(mostMs)
  })
})
