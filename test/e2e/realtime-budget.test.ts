import { AdminClient } from './admin.js'
import { connected, key, realtimeGateway, refused, RealtimeUpstream, type LoggedGateway } from './realtime-fixture.js'

let upstream: RealtimeUpstream
let gateway: LoggedGateway
let admin: AdminClient

beforeEach(async () => {
  upstream = await new RealtimeUpstream().start()
  gateway = await realtimeGateway(upstream.address, {
    admin: { key: 'adm-case' },
    tokens: [{ name: 'ada', key, budget_usd: '0.00003' }],
    models: [
      {
        name: 'voice',
        targets: [{ provider: 'openai', model: 'up model' }],
        price: {
          input_per_million_usd: '1',
          output_per_million_usd: '1',
          audio_output_per_million_usd: '2',
          // Longer than one response, not than all together.
          above: [{ input_tokens: 8, input_per_million_usd: '100' }],
        },
      },
    ],
  })
  admin = new AdminClient(gateway.address)
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

test('a session is asked at each response.create; it leaves one record with the usage of all its responses; then none is let in', async () => {
  upstream.onSession = ({ socket }) => {
    socket.on('message', () => {
      const usage = { input_tokens: 5, output_tokens: 10, total_tokens: 15, output_token_details: { audio_tokens: 4 } }
      socket.send(JSON.stringify({ type: 'response.done', response: { id: 'r', status: 'completed', usage } }))
    })
  }
  const client = await connected(gateway.address)
  for (let count = 1; count <= 2; count++) {
    client.socket.send('{"type":"response.create"}')
    await client.count(count)
  }
  client.socket.send('{"type":"response.create"}')
  expect(await client.closing()).toMatchObject({ code: 1008 })
  expect(client.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'insufficient_quota' } })
  const [record, ...others] = await admin.recordsWhen(1, 'ada')
  expect([record, others]).toEqual([
    expect.objectContaining({ style: 'realtime', provider: 'openai', input_tokens: 10, output_tokens: 20, cost_usd: '0.000038' }),
    [],
  ])
  expect(await admin.get('/api/admin/tokens/ada')).toMatchObject({ spent_usd: '0.000038', reserved_usd: '0', in_flight: 0 })
  expect(await refused(gateway.address)).toMatchObject({
    status: 429,
    headers: { 'x-anywire-budget': 'token; period=total; limit_usd="0.00003"; left_usd="0"' },
    body: { error: { code: 'insufficient_quota' } },
  })
  expect(upstream.handshakes).toHaveLength(1)
})

test('a token that is revoked while its session is open starts no further response', async () => {
  upstream.onSession = ({ socket }) => {
    socket.on('message', () => {
      socket.send(JSON.stringify({ type: 'response.done', response: { id: 'r', status: 'completed', usage: { total_tokens: 0 } } }))
    })
  }
  const { body } = await admin.send('POST', '/api/admin/tokens', { name: 'bob' })
  const client = await connected(gateway.address, { headers: { authorization: `Bearer ${String(body['key'])}` } })
  client.socket.send('{"type":"response.create"}')
  await client.count(1)
  await admin.send('DELETE', '/api/admin/tokens/bob')
  client.socket.send('{"type":"response.create"}')
  expect(await client.closing()).toMatchObject({ code: 1008 })
  expect(client.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'invalid_api_key' } })
})

test('the tags of the handshake are those of the session, and wrong ones refuse it', async () => {
  const headers = (tags: string) => ({ headers: { authorization: `Bearer ${key}`, 'x-anywire-tags': tags } })
  const client = await connected(gateway.address, headers('team=search, nightly'))
  client.socket.close()
  expect(await admin.recordsWhen(1, 'ada')).toMatchObject([{ style: 'realtime', tags: ['team=search', 'nightly'] }])
  expect(await refused(gateway.address, headers('two words'))).toMatchObject({ status: 400 })
})
