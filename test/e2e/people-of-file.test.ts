import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Program } from '../program.js'
import { AdminClient } from './admin.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream } from './gateway.js'
import { answerWell } from './two-providers.js'

let folder: string
let upstream: FakeUpstream
let gateway: Program
let admin: AdminClient

const file = { name: 'ci', key: 'sk-ci', user: 'ada', team: 'research', scopes: ['inference', 'read'] }

async function start(): Promise<void> {
  gateway = await builtGateway(upstream.address, {
    database: `file:${join(folder, 'anywire.db')}`,
    secret_key: 's'.repeat(32),
    admin: { key: 'adm-case' },
    tokens: [file, { name: 'nobodys', key: 'sk-nobodys' }],
    models: [{ name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }], price: { request_usd: '0.01' }, max_output_tokens: 10 }],
  })
  admin = new AdminClient(gateway.address)
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-people-'))
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  await start()
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true })
})

const ask = async (key: string): Promise<number> => {
  const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }] }),
  })
  await reply.arrayBuffer()
  return reply.status
}

test.each(['users/ada', 'teams/research'])('the budget of %s holds for a token of the file, also after a restart', async (path) => {
  expect(await admin.get(`/api/admin/${path}`)).toMatchObject({ tokens: ['ci'], budgets: [] })
  expect(await ask('sk-ci')).toBe(200)
  await admin.recordsWhen(1, 'ci')
  expect((await admin.send('PATCH', `/api/admin/${path}`, { budget_usd: '0.02' })).status).toBe(200)
  expect([await ask('sk-ci'), await ask('sk-ci'), await ask('sk-nobodys')]).toEqual([200, 429, 200])
  await admin.recordsWhen(3, 'ci')
  await gateway.end()
  await start()
  expect([await ask('sk-ci'), await ask('sk-nobodys')]).toEqual([429, 200])
  expect(await admin.get(`/api/admin/${path}`)).toMatchObject({ tokens: ['ci'], spent_usd: '0.02' })
})

test('who is named in the file is not deleted elsewhere, and the log says what is made and what has no effect', async () => {
  const { status, body } = await admin.send('DELETE', '/api/admin/users/ada')
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'managed_by_file' } })
  expect((await admin.send('DELETE', '/api/admin/teams/research')).status).toBe(409)
  expect(gateway.logLines()).toContainEqual(expect.objectContaining({ users: ['ada'], teams: ['research'] }))
  expect(gateway.logLines()).toContainEqual(expect.objectContaining({ level: 'warn', token: 'ci', user: 'ada' }))
})
