import type { RunningGateway } from '../../src/server/start.js'
import { Postgres, postgresPrograms } from '../postgres.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { answerWell } from './two-providers.js'
import { until } from './waiting.js'

const onPostgres = postgresPrograms() === undefined ? test.skip : test

let postgres: Postgres | undefined
let upstream: FakeUpstream
let gateways: RunningGateway[] = []

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  if (postgresPrograms() === undefined) return
  postgres = await Postgres.start()
  const settings = { database: await postgres.database('shared'), secret_key: 's'.repeat(32), admin: { key: 'adm-case' } }
  gateways = [await gatewayFor(upstream, settings), await gatewayFor(upstream, settings)]
}, 60_000)
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop()
  await upstream.stop()
  await postgres?.stop()
})

onPostgres(
  'two gateways at one database: what one changes of tokens and users, the other knows within a second',
  async () => {
    const [here, there] = gateways.map(({ address }) => new AdminClient(address))
    if (here === undefined || there === undefined) throw new Error('no gateways')
    const status = async (key: string): Promise<number> =>
      (await fetch(`${gateways[1]?.address ?? ''}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status
    await here.send('POST', '/api/admin/users', { name: 'ada', budget_usd: '1' })
    const key = String((await here.send('POST', '/api/admin/tokens', { name: 'ci', user: 'ada' })).body['key'])
    const soon = 5000
    await until('the token works there', async () => (await status(key)) === 200, soon)
    expect(await there.get('/api/admin/tokens/ci')).toMatchObject({ user: 'ada', budgets: [{ of: 'user', limit_usd: '1' }] })
    await here.send('PATCH', '/api/admin/users/ada', { budget_usd: '2' })
    await until('its budget is known there', async () => (await there.get('/api/admin/users/ada'))['budget_usd'] === '2', soon)
    await here.send('PATCH', '/api/admin/users/ada', { disabled: true })
    await until('it is disabled there', async () => (await status(key)) === 401, soon)
    await here.send('PATCH', '/api/admin/users/ada', { disabled: false })
    await until('it is enabled there', async () => (await status(key)) === 200, soon)
    await here.send('DELETE', '/api/admin/tokens/ci')
    await until('it is revoked there', async () => (await status(key)) === 401, soon)
    // The file's tokens stay.
    expect(await status('sk-test')).toBe(200)
  },
  30_000,
)

onPostgres(
  'two gateways at one database: providers and models of one are in use at the other, and of two changes of one version one wins',
  async () => {
    const [here, there] = gateways.map(({ address }) => new AdminClient(address))
    if (here === undefined || there === undefined) throw new Error('no gateways')
    const ask = async (): Promise<number> =>
      (
        await fetch(`${gateways[1]?.address ?? ''}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: 'Bearer sk-test', 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'shared', messages: [{ role: 'user', content: 'hi' }] }),
        })
      ).status
    const soon = 5000
    await here.send('POST', '/api/admin/providers', {
      name: 'own',
      kind: 'openai',
      base_url: `${upstream.address}/v1`,
      api_key: 'k'.repeat(20),
    })
    await here.send('POST', '/api/admin/models', { name: 'shared', targets: [{ provider: 'own', model: 'a' }] })
    await until('the model is there', async () => (await ask()) === 200, soon)
    expect(upstream.calls.at(-1)?.request.headers.authorization).toBe(`Bearer ${'k'.repeat(20)}`)
    const version = String((await there.get('/api/admin/models/shared'))['version'])
    const change = (address: string, price: string): Promise<Response> =>
      fetch(`${address}/api/admin/models/shared`, {
        method: 'PATCH',
        headers: { authorization: 'Bearer adm-case', 'content-type': 'application/json', 'if-match': `"${version}"` },
        body: JSON.stringify({ price: { request_usd: price } }),
      })
    const both = await Promise.all(gateways.map(({ address }, index) => change(address, String(index + 1))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    // Without a version both are made, whichever gateway is asked.
    const free = await Promise.all([
      here.send('PATCH', '/api/admin/models/shared', { price: { request_usd: '7' } }),
      there.send('PATCH', '/api/admin/models/shared', { max_output_tokens: 9 }),
    ])
    expect(free.map(({ status }) => status)).toEqual([200, 200])
    await until(
      'both changes are there',
      async () => {
        const { price, max_output_tokens: most } = await there.get('/api/admin/models/shared')
        return JSON.stringify([price, most]) === '[{"request_usd":"7"},9]'
      },
      soon,
    )
    const made = await Promise.all([here, there].map((admin) => admin.send('POST', '/api/admin/teams', { name: 'both' })))
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409])
    await here.send('DELETE', '/api/admin/models/shared')
    await until('the model is gone', async () => (await ask()) === 404, soon)
  },
  30_000,
)

onPostgres(
  'two gateways at one database: what one has booked counts in the budgets of the other within a second, exactly and once',
  async () => {
    const [here, there] = gateways.map(({ address }) => new AdminClient(address))
    if (here === undefined || there === undefined) throw new Error('no gateways')
    const budget = { budget_usd: '70', budget_per_day_usd: '500' }
    const provider = { name: 'paid', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'k'.repeat(20) }
    await here.send('POST', '/api/admin/providers', provider)
    await here.send('POST', '/api/admin/models', { name: 'paid', targets: [{ provider: 'paid', model: 'a' }], price: { request_usd: '1' } })
    await here.send('POST', '/api/admin/users', { name: 'bob', ...budget })
    const keys: string[] = []
    for (const name of ['one', 'two'])
      keys.push(String((await here.send('POST', '/api/admin/tokens', { name, user: 'bob', ...budget })).body['key']))
    const ask = async (index: number, key = keys[index % 2] ?? ''): Promise<number> =>
      (
        await fetch(`${gateways[index % 2]?.address ?? ''}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'paid', messages: [{ role: 'user', content: 'hi' }] }),
        })
      ).status
    const soon = 5000
    const spent = (admin: AdminClient, place: string) => async (): Promise<string> => {
      const { budgets, spent_usd: all } = await admin.get(`/api/admin/${place}`)
      return [all, ...(budgets as { spent_usd: string }[]).map(({ spent_usd: part }) => part)].join()
    }
    await until('the model and the token are there', async () => (await ask(1)) === 200, soon)
    // Each books one after the other, while it looks at what the other has booked.
    const rounds = Array.from({ length: 2 }, async (_, side) => {
      for (let count = side; count < 30; count++) expect(await ask(side)).toBe(200)
    })
    await Promise.all(rounds)
    for (const admin of [here, there]) {
      await until('all of it is known', async () => (await spent(admin, 'users/bob')()) === '60,60,60', soon)
      await until('also of the tokens', async () => (await spent(admin, 'tokens/one')()).startsWith('30,30,30'), soon)
    }
    // Ten are left for both.
    for (let count = 0; count < 10; count++) expect(await ask(0)).toBe(200)
    await until('it is known that nothing is left', async () => (await spent(there, 'users/bob')()) === '70,70,70', soon)
    expect(await ask(1)).toBe(429)
  },
  30_000,
)
