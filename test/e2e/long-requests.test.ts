// How long valid requests of as many parts as are allowed keep everybody else waiting, in every pair of styles.
import type { Program } from '../program.js'
import { longestTurn, watchingTurns } from '../turns.js'
import { wholes } from './answers.js'
import { builtGateway } from './built-gateway.js'
import { styles, type Style } from './client-styles.js'
import { FakeUpstream, kinds, token } from './gateway.js'

/** Milliseconds of a processor. */
const mostWanted = 50
/** Beside a busy machine's other work, caches are cold. */
const mostTaken = 100

let upstream: FakeUpstream
let gateway: Program
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = ({ request }, response) => {
    upstream.calls.length = 0
    const kind = kinds.find((name) => request.url?.startsWith(`/${name}/`)) ?? 'openai'
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wholes[kind]({ text: 'hi' })))
  }
  const settings = {
    // What they may cost is calculated, too.
    tokens: [{ name: 'test', key: token, budget_usd: '1000000' }],
    providers: kinds.map((kind) => ({
      name: kind,
      kind: kind === 'responses' ? 'openai' : kind,
      base_url: `${upstream.address}/${kind}${kind === 'openai' || kind === 'responses' ? '/v1' : ''}`,
      api_key: 'up-key',
      ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
    })),
    models: kinds.map((kind) => ({
      name: `m-${kind}`,
      targets: [{ provider: kind, model: 'x' }],
      price: { input_per_million_usd: '1', output_per_million_usd: '1' },
    })),
  }
  gateway = await builtGateway(upstream.address, settings, watchingTurns)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

interface Parts {
  readonly messages: number
  readonly tools: number
  readonly members: number
}

const path = (style: Style, model: string): string =>
  style === 'chat-completions'
    ? '/v1/chat/completions'
    : style === 'generate-content'
      ? `/v1beta/models/${model}:generateContent`
      : `/v1/${style}`

function bodyOf(style: Style, model: string, { messages, tools, members }: Parts): object {
  const texts = Array.from({ length: messages }, (_, index) => `message ${index} `.repeat(10))
  const turns = texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: members }, (_, index) => [`p${index}`, { type: 'string' }])),
  }
  const named = Array.from({ length: tools }, (_, index) => ({ name: `tool_${index}`, description: 'It does something.' }))
  switch (style) {
    case 'chat-completions':
      return {
        model,
        messages: turns,
        ...some(
          'tools',
          named.map((tool) => ({ type: 'function', function: { ...tool, parameters: schema } })),
        ),
      }
    case 'messages':
      return {
        model,
        max_tokens: 9,
        messages: turns,
        ...some(
          'tools',
          named.map((tool) => ({ ...tool, input_schema: schema })),
        ),
      }
    case 'responses':
      return {
        model,
        store: false,
        input: turns,
        ...some(
          'tools',
          named.map((tool) => ({ type: 'function', ...tool, parameters: schema, strict: false })),
        ),
      }
    case 'generate-content': {
      const contents = texts.map((text, index) => ({ role: index % 2 === 0 ? 'user' : 'model', parts: [{ text }] }))
      const functionDeclarations = named.map((tool) => ({ ...tool, parametersJsonSchema: schema }))
      return { contents, ...some('tools', functionDeclarations.length === 0 ? [] : [{ functionDeclarations }]) }
    }
  }
}

const some = (name: string, list: readonly object[]): object => (list.length === 0 ? {} : { [name]: list })

const pairs = styles.flatMap((style) => kinds.map((kind) => [style, kind] as const))

describe.each<[string, Parts]>([
  ['32,000 messages', { messages: 32_000, tools: 0, members: 0 }],
  ['2,000 tools', { messages: 1, tools: 2000, members: 15 }],
])('%s', (_what, parts) => {
  test.each(pairs)('%s to %s', async (style, kind) => {
    const body = JSON.stringify(bodyOf(style, `m-${kind}`, parts))
    const ask = async (): Promise<void> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' }
      const reply = await fetch(gateway.address + path(style, `m-${kind}`), { method: 'POST', headers, body })
      expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('hi')])
    }
    expect(await longestTurn(gateway, mostWanted, ask)).toBeLessThan(mostTaken)
  })
})
