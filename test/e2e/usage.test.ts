import { formatMoney, parseMoney } from '../../src/accounting/money.js'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { goodReply } from './two-providers.js'
import { goodStreams } from './upstream-streams.js'

const price = { input_per_million_usd: '0.1', output_per_million_usd: '0.000000000000000003' }

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = (call, response) => {
    const usage = { prompt_tokens: 3, completion_tokens: 7, total_tokens: 10, prompt_tokens_details: { cached_tokens: 2 } }
    response
      .writeHead(call.body.includes('"fail"') ? 400 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(call.body.includes('"fail"') ? { error: { message: 'no' } } : { ...goodReply, usage }))
  }
  gateway = await gatewayFor(upstream, {
    admin: { key: 'adm-case' },
    tokens: ['one', 'two'].map((name) => ({ name, key: `sk-${name}` })),
    models: ['m-a', 'm-b'].map((name) => ({ name, targets: [{ provider: 'openai', model: `up-${name}` }], price })),
  })
  admin = new AdminClient(gateway.address)
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

function ask(token: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer sk-${token}`, ...headers },
    body: JSON.stringify({ model: 'm-a', messages: [{ role: 'user', content: 'Hi' }], ...body }),
  })
}

async function someRequests(): Promise<void> {
  await Promise.all([
    ask('one', {}),
    ask('one', { user: 'ann' }, { 'x-anywire-tags': 'web, night' }),
    ask('one', { model: 'm-b' }, { 'x-anywire-tags': 'web' }),
    ask('two', { user: 'ann' }),
    ask('two', { user: 'fail' }),
    ask('two', { model: 'unknown' }),
  ])
  await admin.recordsWhen(3, 'one')
  await admin.recordsWhen(3, 'two')
}

async function usage(query: string): Promise<[Readonly<Record<string, string>>, unknown, unknown][]> {
  const { data } = await admin.get(`/api/admin/usage?${query}`)
  return (data as Record<string, unknown>[]).map((row) => [row['group'] as Record<string, string>, row['requests'], row['cost_usd']])
}

const each = parseMoney('0.000000300000000000000021')
const cost = (requests: number): string => formatMoney(each * BigInt(requests))

test('sums by every dimension are those of the records, to the last digit', async () => {
  await someRequests()
  expect(await usage('')).toEqual([[{}, 6, cost(4)]])
  expect(await usage('by=token')).toEqual([
    [{ token: 'one' }, 3, cost(3)],
    [{ token: 'two' }, 3, cost(1)],
  ])
  // What no provider was asked for is no model.
  expect(await usage('by=model')).toEqual([
    [{ model: '' }, 1, '0'],
    [{ model: 'm-a' }, 4, cost(3)],
    [{ model: 'm-b' }, 1, cost(1)],
  ])
  expect(await usage('by=token,model&token=one')).toEqual([
    [{ token: 'one', model: 'm-a' }, 2, cost(2)],
    [{ token: 'one', model: 'm-b' }, 1, cost(1)],
  ])
  expect(await usage('by=tag')).toEqual([
    [{ tag: 'night' }, 1, cost(1)],
    [{ tag: 'web' }, 2, cost(2)],
  ])
  expect(await usage('by=outcome,provider')).toEqual([
    [{ outcome: 'ok', provider: 'openai' }, 4, cost(4)],
    [{ outcome: 'rejected', provider: '' }, 1, '0'],
    [{ outcome: 'rejected', provider: 'openai' }, 1, '0'],
  ])
  const users = await usage('by=end_user&token=one')
  const ann = users[0]?.[0]['end_user'] ?? ''
  expect(ann).toMatch(/^[0-9a-f]{16}$/)
  expect(users).toEqual([[{ end_user: ann }, 1, cost(1)]])
  expect(await usage(`by=end_user&end_user=${ann}`)).toEqual([[{ end_user: ann }, 2, cost(2)]])
})

test('rows by time, and all counts', async () => {
  await someRequests()
  const from = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString())
  const { data } = await admin.get(`/api/admin/usage?interval=5m&from=${from}&token=one`)
  const rows = data as Record<string, unknown>[]
  expect(rows.length).toBeLessThan(3)
  expect(rows[0]).toEqual({
    group: {},
    start: expect.stringMatching(/:\d[05]:00\.000Z$/),
    requests: 3,
    failed: 0,
    estimated: 0,
    input_tokens: 9,
    output_tokens: 21,
    cached_input_tokens: 6,
    cache_write_input_tokens: 0,
    reasoning_output_tokens: 0,
    duration_ms: expect.any(Number),
    first_byte_p50_ms: null,
    first_byte_p95_ms: null,
    cost_usd: cost(3),
  })
})

test('streams have a time until their first content', async () => {
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(goodStreams.openai.join(''))
  }
  await (await ask('one', { stream: true })).text()
  await admin.recordsWhen(1)
  const { data } = await admin.get('/api/admin/usage?token=one')
  expect(data).toMatchObject([{ requests: 1, first_byte_p50_ms: expect.any(Number), first_byte_p95_ms: expect.any(Number) }])
  const cheaper = await admin.get('/api/admin/usage?token=one&first_byte_times=false')
  expect(cheaper['data']).toMatchObject([{ requests: 1, first_byte_p50_ms: null, first_byte_p95_ms: null }])
  const exported = await fetch(`${gateway.address}/api/admin/usage/export?token=one`, { headers: { authorization: 'Bearer adm-case' } })
  expect(await exported.text()).toMatch(/,first_byte_p50_ms,first_byte_p95_ms,cost_usd\r?\n.*,\d+,\d+,[\d.]+\r?\n$/)
})

test('pages of groups', async () => {
  await someRequests()
  const first = await admin.get('/api/admin/usage?by=model,token&limit=3')
  const second = await admin.get(`/api/admin/usage?by=model,token&limit=3&after=${String(first['next'])}`)
  const groups = [first, second].flatMap(({ data }) => (data as Record<string, unknown>[]).map(({ group }) => group))
  expect(groups).toEqual([
    { model: '', token: 'two' },
    { model: 'm-a', token: 'one' },
    { model: 'm-a', token: 'two' },
    { model: 'm-b', token: 'one' },
  ])
  expect(second['next']).toBeNull()
})

test.each([
  ['by=colour', 'by', /token, owner, team/],
  ['by=token,token', 'by', /each of these once/],
  ['by=end_user,model', 'by', /are not added up together/],
  ['from=yesterday', 'from', /date/],
  ['from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from', /earlier/],
  ['from=2020-02-01T00:00:00Z&interval=hour', 'interval', /kept for 7 days/],
  ['interval=week', 'interval', /5m/],
  ['from=2010-01-01T00:00:00Z&interval=day', 'interval', /more than 3000 intervals/],
  ['limit=0', 'limit', /1/],
  ['by=model,token&after=WyJhIl0', 'after', /next/],
  ['by=model&after=WzFd', 'after', /next/],
  ['after=nonsense', 'after', /next/],
])('%s is refused', async (query, param, detail) => {
  expect(await admin.send('GET', `/api/admin/usage?${query}`)).toMatchObject({
    status: 400,
    body: { status: 400, param, detail: expect.stringMatching(detail) },
  })
})

test('records by what they have', async () => {
  await someRequests()
  const count = async (query: string): Promise<number> => ((await admin.get(`/api/admin/requests?${query}`))['data'] as unknown[]).length
  expect(
    await Promise.all(
      ['model=m-b', 'search=M-B', 'search=req_', 'tag=web', 'tag=we_', 'outcome=ok&token=two', 'provider=openai', 'style=messages'].map(
        count,
      ),
    ),
  ).toEqual([1, 1, 6, 2, 0, 1, 5, 0])
  const soon = encodeURIComponent(new Date(Date.now() + 1000).toISOString())
  expect([await count(`from=${soon}`), await count(`to=${soon}`)]).toEqual([0, 6])
  const { data } = await admin.get('/api/admin/requests?tag=night')
  expect(data).toMatchObject([{ tags: ['web', 'night'], end_user: expect.stringMatching(/^[0-9a-f]{16}$/), error: null }])
})

test('tags that are none are refused, in the style of the client', async () => {
  const reply = await ask('one', {}, { 'x-anywire-tags': 'two words' })
  expect([reply.status, await reply.json()]).toMatchObject([400, { error: { param: 'x-anywire-tags' } }])
})

describe('exports', () => {
  const exported = async (path: string): Promise<{ type: string | null; text: string }> => {
    const reply = await fetch(gateway.address + path, { headers: { authorization: 'Bearer adm-case' } })
    return { type: reply.headers.get('content-type'), text: await reply.text() }
  }

  test('of records, as CSV and NDJSON', async () => {
    await someRequests()
    const csv = await exported('/api/admin/requests/export?token=one')
    expect(csv.type).toBe('text/csv; charset=utf-8; header=present')
    const [head, ...lines] = csv.text.trimEnd().split('\r\n')
    expect(head).toMatch(/^request_id,started_at,token,/)
    expect(lines).toHaveLength(3)
    const ndjson = await exported('/api/admin/requests/export?token=two&format=ndjson')
    const { data } = await admin.get('/api/admin/requests?token=two')
    const objects = ndjson.text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(objects).toEqual(data)
  })

  test('of sums', async () => {
    await someRequests()
    const { text } = await exported('/api/admin/usage/export?by=model')
    const lines = text.split('\r\n').map((line) => line.split(','))
    expect(lines.map((cells) => [cells[0], cells[2], cells.at(-1)])).toEqual([
      ['model', 'requests', 'cost_usd'],
      ['', '1', '0'],
      ['m-a', '4', cost(3)],
      ['m-b', '1', cost(1)],
      ['', undefined, ''],
    ])
  })

  test('a wrong parameter is a problem, not a table', async () => {
    expect(await admin.send('GET', '/api/admin/usage/export?by=colour')).toMatchObject({ status: 400, body: { param: 'by' } })
  })
})
