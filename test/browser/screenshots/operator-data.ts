import { goodStreams } from '../../e2e/upstream-streams.js'
import { answerChat, type ConsoleGateway } from '../console-gateway.js'

/** Configuration whose pages have something to show. */
export const operatorSettings = {
  accounting: { bodies: { keep: true } },
  tokens: [{ name: 'of-the-file', key: 'sk-of-the-file', models: ['fast', 'claude-*'], requests_per_minute: 600, budget_usd: '25' }],
}

/** Tokens, people, a second provider and requests that ended in several ways. Returns the id of one with a failed attempt and losses. */
export async function fill(console: ConsoleGateway): Promise<string> {
  const { upstream } = console
  await console.post('/api/admin/teams', { name: 'research', budget_usd: '5000', budget_per_month_usd: '500' })
  await console.post('/api/admin/users', { name: 'ada', email: 'ada@example.com', team: 'research', budget_per_month_usd: '50' })
  await console.post('/api/admin/users', { name: 'grace', role: 'admin' })
  const { key } = await console.post('/api/admin/tokens', { name: 'ci', user: 'ada', budget_usd: '5', requests_per_minute: 600 })
  for (let index = 1; index <= 30; index += 1)
    await console.post('/api/admin/tokens', {
      name: `research-${index}`,
      team: 'research',
      models: ['fast', 'both'],
      budget_per_day_usd: '2',
    })
  await console.post('/api/admin/providers', {
    name: 'second',
    kind: 'openai',
    base_url: `${upstream.address}/v1`,
    api_key: 'sk-second-abcd',
  })
  const targets = ['up', 'second'].map((provider, index) => ({ provider, model: 'gpt-x', weight: index === 0 ? 9 : 1 }))
  await console.post('/api/admin/models', {
    name: 'both',
    aliases: ['quick'],
    targets,
    price: { input_per_million_usd: '3', output_per_million_usd: '15' },
  })
  for (let index = 0; index < 12; index += 1) await console.ask(String(key), { user: 'ann', ...(index % 5 === 4 && { model: 'unknown' }) })
  for (const delay of [90, 240, 260, 310, 420, 900]) {
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      setTimeout(() => response.end(goodStreams.openai.join('')), delay)
    }
    await (await console.ask(String(key), { stream: true })).text()
  }
  let failures = 1
  upstream.reply = (_call, response) => {
    failures -= 1
    if (failures >= 0)
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"The model is overloaded."}}')
    else answerChat(response)
  }
  const reply = await fetch(`${console.gateway.address}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': String(key), 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'both', max_tokens: 200, top_k: 5, messages: [{ role: 'user', content: 'Name three rivers.' }] }),
  })
  failures = 2
  await console.ask(String(key))
  return reply.headers.get('x-request-id') ?? ''
}
