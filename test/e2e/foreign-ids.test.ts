import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { ownedReply, tokens } from './two-owners.js'

const made = ownedReply('resp_far')

let upstream: FakeUpstream
let gateway: RunningGateway

function answer(response: ServerResponse, stream: boolean): void {
  if (!stream) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made))
    return
  }
  const events = [
    { type: 'response.created', response: { ...made, status: 'in_progress', output: [] } },
    ...made.output.map((item, index) => ({ type: 'response.output_item.done', output_index: index, item })),
    { type: 'response.completed', response: made },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
}

const create = async (key: string, body: object): Promise<{ status: number; text: string }> => {
  const reply = await fetch(`${gateway.address}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm-responses', ...body }),
  })
  return { status: reply.status, text: await reply.text() }
}

const references: readonly (readonly [string, object])[] = [
  ['item', { input: [{ type: 'item_reference', id: 'msg_ada' }] }],
  ['conversation', { input: 'hi', conversation: 'conv_ada' }],
  ['container', { input: 'hi', tools: [{ type: 'code_interpreter', container: 'cntr_ada' }] }],
]
const unseen: readonly (readonly [string, object])[] = [
  ['prompt', { input: 'hi', prompt: { id: 'pmpt_console' } }],
  ['file', { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-console' }] }] }],
  ['vector store', { input: 'hi', tools: [{ type: 'file_search', vector_store_ids: ['vs_console'] }] }],
]

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = ({ body }, response) => {
    answer(response, (JSON.parse(body.toString()) as { stream?: boolean }).stream === true)
  }
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

describe.each([false, true])('made by a reply that was streamed: %s', (stream) => {
  test('objects of one owner are not there for another', async () => {
    gateway = await gatewayFor(upstream, { tokens })
    expect((await create('sk-ada', { input: 'hi', stream })).status).toBe(200)
    for (const [noun, body] of references) {
      const calls = upstream.calls.length
      const refused = await create('sk-bob', body)
      expect([noun, refused.status, upstream.calls.length]).toEqual([noun, 400, calls])
      expect(refused.text).toMatch(/ with id '\w+' not found\./)
      expect([noun, (await create('sk-ada', body)).status]).toEqual([noun, 200])
    }
    // What was never seen is the provider's to judge.
    for (const [noun, body] of unseen) expect([noun, (await create('sk-bob', body)).status]).toEqual([noun, 200])
  })
})

test('with unknown_ids: refuse an unseen id is refused in the same words as another owner’s', async () => {
  gateway = await gatewayFor(upstream, { tokens, unknown_ids: 'refuse' })
  await create('sk-ada', { input: 'hi' })
  for (const [noun, body] of unseen) expect([noun, (await create('sk-ada', body)).status]).toEqual([noun, 400])
  const foreign = await create('sk-bob', { input: [{ type: 'item_reference', id: 'msg_ada' }] })
  const unknown = await create('sk-bob', { input: [{ type: 'item_reference', id: 'msg_xyz' }] })
  expect(foreign.text.replaceAll('msg_ada', 'ID')).toBe(unknown.text.replaceAll('msg_xyz', 'ID'))
  expect((await create('sk-ada', { input: [{ type: 'item_reference', id: 'msg_ada' }] })).status).toBe(200)
})

test('a stored database knows them after a new start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anywire-ids-'))
  const settings = { tokens, database: `file:${join(folder, 'a.db')}`, secret_key: 's'.repeat(32) }
  try {
    gateway = await gatewayFor(upstream, settings)
    await create('sk-ada', { input: 'hi' })
    await gateway.stop()
    gateway = await gatewayFor(upstream, settings)
    const body = { input: [{ type: 'item_reference', id: 'msg_ada' }] }
    expect([(await create('sk-bob', body)).status, (await create('sk-ada', body)).status]).toEqual([400, 200])
    // An id that another's provider used as well is both owners' own.
    await create('sk-bob', { input: 'hi' })
    expect([(await create('sk-bob', body)).status, (await create('sk-ada', body)).status]).toEqual([200, 200])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('what another provider writes into its replies gives nobody an object of this one', async () => {
  const other = await new FakeUpstream().start()
  other.reply = upstream.reply
  gateway = await gatewayFor(upstream, {
    tokens,
    providers: [
      { name: 'responses', kind: 'openai', base_url: `${upstream.address}/responses/v1`, api_key: 'k', chat_api: 'responses' },
      { name: 'of-bob', kind: 'openai', base_url: `${other.address}/responses/v1`, api_key: 'k', chat_api: 'responses' },
    ],
    models: [
      { name: 'm-responses', targets: [{ provider: 'responses', model: 'x' }] },
      { name: 'm-of-bob', targets: [{ provider: 'of-bob', model: 'x' }] },
    ],
  })
  try {
    await create('sk-ada', { input: 'hi' })
    expect((await create('sk-bob', { model: 'm-of-bob', input: 'hi' })).status).toBe(200)
    const reference = { input: [{ type: 'item_reference', id: 'msg_ada' }] }
    expect((await create('sk-bob', reference)).status).toBe(400)
    expect((await create('sk-bob', { ...reference, model: 'm-of-bob' })).status).toBe(200)
    expect((await create('sk-ada', reference)).status).toBe(200)
  } finally {
    await other.stop()
  }
})
