import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AdminClient } from './admin.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream } from './gateway.js'
import { answerWell } from './two-providers.js'

let folder: string
let upstream: FakeUpstream

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-day-'))
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
})
afterEach(async () => {
  await upstream.stop()
  rmSync(folder, { recursive: true })
})

test('a limit of the day counts the whole day, whenever it is set: the same before a restart and after it', async () => {
  const start = () =>
    builtGateway(upstream.address, {
      database: `file:${join(folder, 'anywire.db')}`,
      secret_key: 's'.repeat(32),
      admin: { key: 'adm-case' },
      models: [{ name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] }],
    })
  let gateway = await start()
  let admin = new AdminClient(gateway.address)
  const key = String((await admin.send('POST', '/api/admin/tokens', { name: 'ci' })).body['key'])
  const ask = async (): Promise<unknown> => {
    const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }] }),
    })
    await reply.arrayBuffer()
    return [reply.status, reply.headers.get('x-ratelimit-remaining-requests')]
  }
  try {
    expect([await ask(), await ask()]).toEqual([
      [200, null],
      [200, null],
    ])
    await admin.recordsWhen(2, 'ci')
    await admin.send('PATCH', '/api/admin/tokens/ci', { requests_per_day: 5 })
    expect(await ask()).toEqual([200, '2'])
    await admin.recordsWhen(3, 'ci')
    await gateway.end()
    gateway = await start()
    admin = new AdminClient(gateway.address)
    expect(await ask()).toEqual([200, '1'])
  } finally {
    await gateway.stop()
  }
})
