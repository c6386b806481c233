import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseMoney, formatMoney } from '../../src/accounting/money.js'
import type { Program } from '../program.js'
import { AdminClient } from './admin.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream } from './gateway.js'
import { goodReply } from './two-providers.js'
import { sleep, until } from './waiting.js'

// 8 bytes of text: at most 4 tokens read; at most 10 written: 4 × 1 + 10 × 100 = 1004 millionths of a dollar.
const price = { input_per_million_usd: '1', output_per_million_usd: '100' }
const most = 1004n
const millionths = (amount: bigint): string => formatMoney(amount * 10n ** 18n)

let folder: string
let upstream: FakeUpstream
let gateway: Program
let admin: AdminClient

async function start(): Promise<void> {
  gateway = await builtGateway(upstream.address, {
    database: `file:${join(folder, 'anywire.db')}`,
    secret_key: 's'.repeat(32),
    admin: { key: 'adm-case' },
    tokens: [],
    models: [{ name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }], price, max_output_tokens: 10 }],
    limits: { in_flight: 3000 },
  })
  admin = new AdminClient(gateway.address)
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-budgets-'))
  upstream = await new FakeUpstream().start()
  await start()
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true })
})

async function make(path: string, body: object): Promise<string> {
  const reply = await admin.send('POST', `/api/admin/${path}`, body)
  expect({ path, status: reply.status }).toEqual({ path, status: 200 })
  return String(reply.body['key'])
}

const ask = (key: string): Promise<number> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm-openai', max_tokens: 10, messages: [{ role: 'user', content: '12345678' }] }),
  }).then(
    async (reply) => {
      await reply.arrayBuffer()
      return reply.status
    },
    () => 0,
  )

/** Answers a call; each token that is written costs 100 millionths, the four that are read one each. */
function answer(response: ServerResponse, written: number): void {
  const usage = { prompt_tokens: 4, completion_tokens: written, total_tokens: 4 + written }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...goodReply, usage }))
}

test('1,000 calls at once under the budgets of tokens, a user and a team: none is overrun, and none keeps out who has money left', async () => {
  await make('teams', { name: 'team', budget_per_week_usd: millionths(300n * most) })
  await make('users', { name: 'ada', team: 'team', budget_per_day_usd: millionths(200n * most) })
  const own = { max_concurrent: 2000 }
  const one = await make('tokens', { name: 'one', user: 'ada', budget_usd: millionths(150n * most), ...own })
  const two = await make('tokens', { name: 'two', user: 'ada', budget_per_month_usd: millionths(120n * most), ...own })
  const three = await make('tokens', { name: 'three', team: 'team', ...own })
  const keys = Array.from({ length: 1000 }, (_, index) => [one, two, three, one, two, three, one, three, one, two][index % 10] ?? one)

  const held: ServerResponse[] = []
  upstream.reply = (_call, response) => held.push(response)
  const early: number[] = []
  const replies = keys.map(ask)
  for (const reply of replies) void reply.then((status) => early.push(status))
  await until('the team’s budget is used up, and all others are refused', () => held.length + early.length === 1000, 20_000)
  expect([held.length, new Set(early)]).toEqual([300, new Set([429])])
  const reserved = await admin.get('/api/admin/teams/team')
  expect(reserved).toMatchObject({ spent_usd: '0', reserved_usd: millionths(300n * most) })

  // Half as long as was thought.
  for (const response of held) answer(response, 5)
  const statuses = await Promise.all(replies)
  const served = (key: string): number => statuses.filter((status, index) => status === 200 && keys[index] === key).length
  expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([300, 700])
  expect([served(one) <= 150, served(two) <= 120, served(one) + served(two) <= 200]).toEqual([true, true, true])
  const spent = 300n * 504n
  expect(await admin.get('/api/admin/teams/team')).toMatchObject({ spent_usd: millionths(spent), reserved_usd: '0' })

  // What was reserved and not spent is there again, to the last call that fits.
  upstream.reply = (_call, response) => {
    answer(response, 10)
  }
  const left = (300n * most - spent) / most
  const again = await Promise.all(Array.from({ length: 300 }, () => ask(three)))
  expect(again.filter((status) => status === 200)).toHaveLength(Number(left))
}, 60_000)

test('kill -9 while calls run: what they may have cost is spent of every budget, and nothing stays reserved', async () => {
  await make('users', { name: 'ada', budget_per_day_usd: millionths(100n * most) })
  const key = await make('tokens', { name: 'ci', user: 'ada', budget_per_week_usd: millionths(100n * most) })
  upstream.reply = (_call, response) => {
    answer(response, 10)
  }
  expect(await Promise.all([ask(key), ask(key), ask(key)])).toEqual([200, 200, 200])
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
  const lost = [ask(key), ask(key)]
  await until('two are at the provider', () => upstream.calls.length === 5, 10_000)
  await sleep(1200)
  expect(await admin.get('/api/admin/users/ada')).toMatchObject({ reserved_usd: millionths(2n * most) })
  await gateway.stop()
  await Promise.all(lost)

  await start()
  const records = await admin.records('ci')
  const spent = records.reduce((sum, record) => sum + parseMoney(String(record['cost_usd'])), 0n)
  expect([
    records.length,
    records.filter(({ outcome }) => outcome === 'interrupted').length,
    spent > parseMoney(millionths(3n * most)),
  ]).toEqual([5, 2, true])
  for (const path of ['users/ada', 'tokens/ci']) {
    const { reserved_usd, spent_usd, budgets } = await admin.get(`/api/admin/${path}`)
    expect({ path, reserved_usd, spent_usd }).toEqual({ path, reserved_usd: '0', spent_usd: formatMoney(spent) })
    expect((budgets as { spent_usd: string }[]).map((budget) => budget.spent_usd)).toEqual(
      Array((budgets as unknown[]).length).fill(formatMoney(spent)),
    )
  }
}, 60_000)
