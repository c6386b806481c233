import { Postgres, postgresPrograms } from '../postgres.js'
import { Program } from '../program.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, token } from './gateway.js'
import { KilledGateway } from './killed-gateway.js'
import { chunk, goodReply } from './two-providers.js'
import { sleep, until } from './waiting.js'

if (postgresPrograms() === undefined) {
  console.warn('PostgreSQL is not installed: the gateway is tested on SQLite alone')
  test.skip('the gateway on PostgreSQL', () => undefined)
} else
  describe.each([1, 2])('the gateway on PostgreSQL, server.workers: %i', (workers) => {
    let postgres: Postgres
    let upstream: FakeUpstream
    let program: Program
    let admin: AdminClient
    let url: string

    beforeAll(async () => {
      postgres = await Postgres.start()
      url = await postgres.database('gateway')
      upstream = await new FakeUpstream().start()
      upstream.reply = (call, response) => {
        if (call.body.includes('"stream":true')) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('12345678'))
        else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(goodReply))
      }
    })
    async function start(): Promise<void> {
      program = await Program.start({
        server: { workers },
        database: url,
        secret_key: 's'.repeat(32),
        admin: { key: 'adm-case' },
        tokens: [{ name: 'test', key: token, max_concurrent: 1000 }],
        providers: [{ name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'k' }],
        models: [{ name: 'm', targets: [{ provider: 'openai', model: 'x' }] }],
      })
      admin = new AdminClient(program.address)
    }
    beforeEach(start)
    afterEach(async () => {
      await program.stop()
    })
    afterAll(async () => {
      await upstream.stop()
      await postgres.stop()
    })

    const ask = (body: object = {}): Promise<Response> =>
      fetch(`${program.address}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...body }),
      })

    async function outcomes(): Promise<unknown[]> {
      return (await admin.records()).map(({ outcome }) => outcome)
    }

    test('keeps records, tokens and sums', async () => {
      const key = String((await admin.send('POST', '/api/admin/tokens', { name: 'made' })).body['key'])
      expect((await ask()).status).toBe(200)
      await until('the record is there', async () => (await outcomes()).length === 1)
      expect((await admin.get('/api/admin/usage?by=token'))['data']).toMatchObject([{ group: { token: 'test' }, requests: 1 }])
      expect(key).toMatch(/^sk-aw-/)
    })

    test('serves while PostgreSQL is away, and writes the records later', async () => {
      const before = (await outcomes()).length
      await postgres.cut()
      for (let count = 0; count < 20; count++) expect((await ask()).status).toBe(200)
      expect((await admin.send('GET', '/api/admin/requests')).status).toBe(503)
      await postgres.again()
      await until('the records are there', async () => (await outcomes()).length === before + 20, 10_000)
    })

    test('killed under load it loses and doubles nothing', async () => {
      const gateway = new KilledGateway({ database: await postgres.database('killed'), workers, clients: 8, port: 0 })
      try {
        await gateway.prepare()
        for (const milliseconds of [2300, 2700]) await gateway.round(milliseconds)
        await gateway.expectWholeBooks()
      } finally {
        await gateway.stop()
      }
    }, 180_000)

    test('books what ran when it was killed, at the next start', async () => {
      const stream = await ask({ stream: true })
      await sleep(1000)
      program.signal('SIGKILL')
      await program.exited
      await stream.text().catch(() => undefined)
      await start()
      await until('it is there', async () => (await outcomes()).includes('interrupted'))
    })
  })
