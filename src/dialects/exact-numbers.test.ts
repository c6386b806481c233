// 64-bit integers in arguments and schemas keep their digits, in every dialect and in both directions.
import { readFileSync } from 'node:fs'
import type { DecodeContext } from '../exchange/context.js'
import { LossLedger } from '../exchange/ledger.js'
import type { ConversationRequest } from '../exchange/request.js'
import { parseWire } from '../json/exact-numbers.js'
import { clientDialects, upstreamDialects } from './registry.js'

const id = '2512292042121000001'
const dialects = Object.values(upstreamDialects).map((dialect) => [dialect.name, dialect] as const)
const context: DecodeContext = {
  newId: (prefix) => `${prefix}1`,
  traits: {},
  ledger: new LossLedger(),
  request: { dialect: 'chat-completions', model: 'm', stream: true, turns: [], tools: [], settings: {} },
}

test.each(dialects)('%s: arguments and schemas of a request', (_name, dialect) => {
  const conversation: ConversationRequest = {
    ...context.request,
    tools: [
      {
        type: 'function',
        name: 'read_row',
        parameters: { type: 'object', properties: { id: parseWire(`{"parameters":{"a":{"const":${id}}}}`) } },
        at: '/tools/0',
      },
    ],
    turns: [
      { role: 'user', parts: [{ type: 'text', text: 'Read.', at: '/t' }], at: '/u' },
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', id: 'call_1', name: 'read_row', kind: 'function', input: `{"id":${id}}`, at: '/c' }],
        at: '/a',
      },
    ],
  }
  const target = { model: 'm', defaultMaxOutputTokens: 4096, ...context }
  expect(JSON.stringify(dialect.encodeRequest(conversation, target)).replaceAll('\\', '').split(`":${id}}`)).toHaveLength(3)
})

test.each(dialects)('%s: arguments of a reply, plain and streamed', (name, dialect) => {
  // In some dialects the arguments are a JSON text, in which the quotation marks are escaped.
  const fixture = (file: string): string =>
    readFileSync(new URL(`${name}/fixtures/replies/${file}`, import.meta.url), 'utf8').replaceAll(/(\\?)"Oslo\1"/g, id)
  const reply = dialect.decodeReply(parseWire(fixture('tool-call.json')), context)
  expect(reply.choices[0]?.parts).toContainEqual(expect.objectContaining({ input: `{"city":${id}}` }))
  const decoder = dialect.createStreamDecoder(context)
  const parts = [...fixture('tool-call-stream.sse').matchAll(/(?:event: (.*)\n)?data: (.*)\n\n/g)].flatMap(([, event, data = '']) =>
    decoder.push(event === undefined ? { data } : { event, data }),
  )
  expect(parts.map((part) => (part.type === 'tool-call-delta' ? part.input : '')).join('')).toBe(`{"city":${id}}`)
  for (const client of Object.values(clientDialects)) {
    const replyContext = { ...context, wireRequest: {}, upstreamDialect: name, now: 0 }
    expect(JSON.stringify(client.encodeReply(reply, replyContext))).toContain(id)
    const encoder = client.createStreamEncoder(replyContext, { framing: 'sse', requestId: 'req_1' })
    expect(encoder.write(parts)).toContain(id)
  }
})
