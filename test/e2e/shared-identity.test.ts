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
    await here.send('DELETE', '/api/admin/tokens/ci')
    await until('it is revoked there', async () => (await status(key)) === 401, soon)
    // The file's tokens stay.
    expect(await status('sk-test')).toBe(200)
  },
  30_000,
)
