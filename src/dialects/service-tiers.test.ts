import { LossLedger } from '../exchange/ledger.js'
import type { ChatDialect } from '../exchange/dialect-name.js'
import type { ConversationRequest } from '../exchange/request.js'
import { clientDialects } from './registry.js'

const request: ConversationRequest = { dialect: 'chat-completions', model: 'fast', stream: true, turns: [], tools: [], settings: {} }

/** The service tiers in a reply of this tier, plain and streamed, in a client's dialect. */
function tiersShown(client: ChatDialect, serviceTier: string): unknown[] {
  const dialect = clientDialects[client]
  const newId = (prefix: string) => `${prefix}1`
  const context = { request, wireRequest: { model: 'fast' }, upstreamDialect: 'messages', now: 1, newId, ledger: new LossLedger() } as const
  const usage = { inputTokens: 1, outputTokens: 1, serviceTier }
  const plain = dialect.encodeReply(
    { id: 'a', model: 'up', choices: [{ index: 0, parts: [], finish: { reason: 'stop' } }], usage, serviceTier },
    context,
  )
  const frames = dialect
    .createStreamEncoder(context, { framing: 'sse', requestId: 'req_1' })
    .write([
      { type: 'reply-start', id: 'a', model: 'up', serviceTier },
      { type: 'text-start', choice: 0, part: 0 },
      { type: 'text-delta', choice: 0, part: 0, text: 'Hi.' },
      { type: 'text-end', choice: 0, part: 0 },
      { type: 'usage', usage },
      { type: 'choice-end', choice: 0, finish: { reason: 'stop' } },
      { type: 'reply-end' },
    ])
  const tiers = [JSON.stringify(plain), frames].map((text) =>
    [...text.matchAll(/"service_?[tT]ier":("[^"]*"|null)/g)].map(([, tier]) => JSON.parse(tier ?? '') as unknown),
  )
  return [...new Set(tiers.flat())].filter((tier) => tier !== null)
}

test.each<[ChatDialect, string, unknown[]]>([
  ['chat-completions', 'default', ['default']],
  ['chat-completions', 'batch', []],
  ['chat-completions', 'on_demand', []],
  ['responses', 'priority', ['priority']],
  ['responses', 'batch', ['default']],
  ['messages', 'default', ['standard']],
  ['messages', 'flex', []],
])('a client of %s, with the tier %s of the provider, gets %j', (client, tier, shown) => {
  expect(tiersShown(client, tier)).toEqual(shown)
})
