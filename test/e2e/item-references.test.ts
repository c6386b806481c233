import type { RunningGateway } from '../../src/server/start.js'
import { gatewayFor } from './gateway.js'
import { RememberingUpstream } from './remembering-upstream.js'
import type { Json } from './wire.js'
import { tokens } from './two-owners.js'

let upstream: RememberingUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new RememberingUpstream().start()
  gateway = await gatewayFor(upstream, {
    tokens,
    limits: { body_bytes: 20_000 },
    models: [
      { name: 'm-openai', targets: [{ provider: 'openai', model: 'up-model' }] },
      { name: 'm-responses', targets: [{ provider: 'responses', model: 'up-model' }] },
      {
        name: 'm-both',
        targets: [
          { provider: 'openai', model: 'up-model' },
          { provider: 'responses', model: 'up-model' },
        ],
      },
    ],
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
})

async function post(path: string, body: object, key = 'sk-ada'): Promise<{ status: number; body: Json }> {
  const reply = await fetch(gateway.address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: await reply.json() }
}
const create = (body: object, key?: string) => post('/v1/responses', { model: 'm-openai', ...body }, key)
const again = { role: 'user', content: 'Again.' }

describe('a reference to an item that the gateway keeps', () => {
  test.each([{ type: 'item_reference' }, { type: null }, {}])('stands for it, written as %j', async (form) => {
    const { body: made } = await create({ input: 'Name a colour.' })
    const [item] = made.output
    expect((await create({ input: [{ ...form, id: item.id }, again] })).status).toBe(200)
    expect(upstream.bodies('/openai').at(-1)?.['messages']).toEqual([
      { role: 'assistant', content: item.content[0].text },
      { role: 'user', content: 'Again.' },
    ])
  })

  test('is resolved for a provider of this style too, without the id that it does not know', async () => {
    const { body: made } = await create({ input: 'Name a colour.' })
    await create({ model: 'm-responses', input: [{ type: 'item_reference', id: made.output[0].id }, again] })
    const [first] = upstream.bodies('/responses').at(-1)?.['input'] as Json[]
    expect(first).toMatchObject({ type: 'message', role: 'assistant' })
    expect(first).not.toHaveProperty('id')
  })

  test('is part of what the next response continues', async () => {
    const { body: made } = await create({ input: 'Name a colour.' })
    const { body: second } = await create({ input: [{ type: 'item_reference', id: made.output[0].id }, again] })
    await create({ input: 'Third.', previous_response_id: second.id })
    expect(upstream.bodies('/openai').at(-1)?.['messages']).toHaveLength(4)
  })

  test('is nobody else’s, and counts as large as what it stands for', async () => {
    const { body: made } = await create({ input: 'Name a colour.' })
    const reference = { type: 'item_reference', id: made.output[0].id }
    expect(await create({ input: [reference, again] }, 'sk-bob')).toMatchObject({ status: 400, body: { error: { param: 'input[0]' } } })
    expect((await create({ input: [...Array<object>(200).fill(reference), again] })).status).toBe(413)
    expect(upstream.calls).toHaveLength(1)
  })
})

describe('what only a provider of this style understands', () => {
  test.each([
    { type: 'item_reference', id: 'msg_of_the_provider' },
    { type: 'compaction', encrypted_content: 'gAAA' },
    { type: 'compaction_trigger' },
  ])('goes to that one of a model’s providers: %j', async (item) => {
    expect((await create({ model: 'm-both', input: [again, item] })).status).toBe(200)
    expect(upstream.bodies('/openai')).toEqual([])
    expect(upstream.bodies('/responses').at(-1)?.['input']).toEqual([again, item])
  })
})

describe('/v1/responses/compact', () => {
  test('is relayed to a provider of this style', async () => {
    const { status, body } = await post('/v1/responses/compact', { model: 'm-responses', input: [again], instructions: 'Be brief.' })
    expect([status, body]).toMatchObject([200, { object: 'response.compaction', output: [{ type: 'compaction' }] }])
    const [call] = upstream.calls
    expect(call?.request.url).toBe('/responses/v1/responses/compact')
    expect(upstream.bodies('/responses')).toEqual([{ model: 'up-model', input: [again], instructions: 'Be brief.' }])
  })

  test('takes along the turns that the gateway keeps', async () => {
    const { body: made } = await create({ input: 'Name a colour.' })
    await post('/v1/responses/compact', { model: 'm-responses', input: [again], previous_response_id: made.id })
    expect(upstream.bodies('/responses').at(-1)).toMatchObject({
      previous_response_id: null,
      input: [{ role: 'user' }, { role: 'assistant' }, again],
    })
  })

  test('is not there for other providers', async () => {
    const { status, body } = await post('/v1/responses/compact', { model: 'm-openai', input: [again] })
    expect([status, body]).toMatchObject([404, { error: { type: 'invalid_request_error', code: 'not_found' } }])
    expect(body.error.message).toContain('/v1/responses/compact')
    expect(upstream.calls).toEqual([])
  })
})
