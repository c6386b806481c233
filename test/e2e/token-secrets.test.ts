import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { answerWell } from './two-providers.js'

test('the key of a token that was made is nowhere but in its reply: not in the database, its journal or the log, also after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anywire-secrets-'))
  const upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  const lines: string[] = []
  const start = () =>
    gatewayFor(
      upstream,
      { admin: { key: 'adm-canary-0123456789' }, database: `file:${join(folder, 'anywire.db')}`, secret_key: 's'.repeat(32) },
      { write: (bytes) => lines.push(bytes.toString()) },
    )
  const ask = (address: string, key: string) =>
    fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'idempotency-key': 'key-canary' },
      body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'prompt-canary' }] }),
    })
  try {
    const first = await start()
    const made = await new AdminClient(first.address, 'adm-canary-0123456789').send('POST', '/api/admin/tokens', { name: 'ci' })
    const key = String(made.body['key'])
    expect((await ask(first.address, key)).status).toBe(200)
    await first.stop()
    const second = await start()
    expect((await ask(second.address, key)).headers.get('idempotent-replayed')).toBe('true')
    await second.stop()
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    for (const secret of [key.slice(12), 'adm-canary', 'key-canary', 'prompt-canary'])
      expect([secret, [...kept, ...lines].some((text) => text.includes(secret))]).toEqual([secret, false])
  } finally {
    await upstream.stop()
    rmSync(folder, { recursive: true })
  }
})
