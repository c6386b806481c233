import { RememberingUpstream } from './remembering-upstream.js'
import { TwoOwners } from './two-owners.js'
import type { Json } from './wire.js'

const upstream = new RememberingUpstream()
const owners = new TwoOwners(upstream)
const { call } = owners

beforeAll(async () => {
  await upstream.start()
  await owners.start()
})
afterAll(async () => {
  await owners.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
})

const made = async (body?: object): Promise<string> => (await call('POST', '/v1/conversations', body)).body.id
const respond = (body: object, key?: string) => call('POST', '/v1/responses', { model: 'm-openai', ...body }, key)
const texts = async (id: string) =>
  (await call('GET', `/v1/conversations/${id}/items?order=asc&limit=100`)).body.data.map((item: Json) => item.content[0].text)

describe('a conversation', () => {
  test('is made, read, changed and deleted', async () => {
    const { body: conversation } = await call('POST', '/v1/conversations', { metadata: { topic: 'pumps' } })
    expect(conversation).toEqual({
      id: expect.stringMatching(/^conv_[0-9a-f]{40,}$/),
      object: 'conversation',
      created_at: expect.any(Number),
      metadata: { topic: 'pumps' },
    })
    expect(Math.abs(conversation.created_at - Date.now() / 1000)).toBeLessThan(60)
    const path = `/v1/conversations/${conversation.id}`
    expect((await call('GET', path)).body).toEqual(conversation)
    expect((await call('POST', path, { metadata: { topic: 'valves' } })).body).toEqual({ ...conversation, metadata: { topic: 'valves' } })
    expect((await call('GET', path)).body.metadata).toEqual({ topic: 'valves' })
    expect((await call('POST', path, { metadata: null })).body.metadata).toEqual({})
    expect((await call('DELETE', path)).body).toEqual({ id: conversation.id, object: 'conversation.deleted', deleted: true })
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', `${path}/items`)).status).toBe(404)
  })

  test('without a body is an empty one', async () => {
    const { status, body } = await call('POST', '/v1/conversations')
    expect([status, body.metadata, await texts(body.id)]).toEqual([200, {}, []])
  })

  test('has items, in pages, either way round', async () => {
    const id = await made({ items: [{ role: 'user', content: 'One.' }] })
    const path = `/v1/conversations/${id}/items`
    const { body: added } = await call('POST', path, {
      items: [
        { type: 'message', role: 'user', content: 'Two.' },
        { type: 'function_call', call_id: 'c', name: 'read', arguments: '{}' },
      ],
    })
    expect(added).toMatchObject({
      object: 'list',
      has_more: false,
      data: [{ id: /^msg_/, role: 'user', status: 'completed' }, { id: /^fc_/ }].map(({ id: _, ...item }) => item),
    })
    const types = (page: Json) => page.data.map((item: Json) => item.content?.[0].text ?? item.type)
    expect(types((await call('GET', path)).body)).toEqual(['function_call', 'Two.', 'One.'])
    const { body: page } = await call('GET', `${path}?order=asc&limit=2`)
    expect([types(page), page.has_more, page.last_id]).toEqual([['One.', 'Two.'], true, page.data[1].id])
    expect(types((await call('GET', `${path}?order=asc&limit=2&after=${page.last_id}`)).body)).toEqual(['function_call'])
    expect((await call('GET', `${path}?after=no`)).body.error.param).toBe('after')
    const [first] = page.data
    expect((await call('GET', `${path}/${first.id}`)).body).toEqual(first)
    expect((await call('DELETE', `${path}/${first.id}`)).body).toMatchObject({ id, object: 'conversation' })
    expect((await call('GET', `${path}/${first.id}`)).status).toBe(404)
    expect((await call('DELETE', `${path}/${first.id}`)).status).toBe(404)
    expect(await call('POST', path, { items: [{ type: 'item_reference', id: 'msg_1' }] })).toMatchObject({ status: 400 })
    expect(await call('POST', path, { items: Array.from({ length: 21 }, () => ({ role: 'user', content: 'x' })) })).toMatchObject({
      status: 400,
    })
  })

  test('is read by responses, which add to it', async () => {
    const id = await made({ items: [{ role: 'user', content: 'Remember 17.' }] })
    const { body: first } = await respond({ input: 'First.', conversation: id, instructions: 'Be brief.' })
    expect(first.conversation).toEqual({ id })
    await respond({ input: 'Second.', conversation: { id }, store: false })
    const answer = first.output[0].content[0].text
    expect(upstream.bodies('/openai').at(-1)?.['messages']).toMatchObject([
      { role: 'user', content: 'Remember 17.' },
      { role: 'user', content: 'First.' },
      { role: 'assistant', content: answer },
      { role: 'user', content: 'Second.' },
    ])
    expect(await texts(id)).toEqual(['Remember 17.', 'First.', answer, 'Second.', expect.stringMatching(/^Answer/)])
    const count = await call('POST', '/v1/responses/input_tokens', { model: 'm-openai', input: 'x', conversation: id })
    expect(count.body.input_tokens).toBeGreaterThan(15)
  })

  test.each(['m-openai', 'm-responses'])('%s: takes part in streams, too', async (model) => {
    const id = await made({ items: [{ role: 'user', content: 'Remember 17.' }] })
    const { text } = await respond({ model, input: 'Streamed.', conversation: id, stream: true })
    expect(text).toContain('response.completed')
    expect(await texts(id)).toEqual(['Remember 17.', 'Streamed.', expect.stringMatching(/^Answer/)])
  })

  test('is sent to a provider of the style as items: it knows no such conversation', async () => {
    const id = await made({ items: [{ role: 'user', content: 'Remember 17.' }] })
    await respond({ model: 'm-responses', input: 'What was it?', conversation: id })
    const sent = upstream.bodies('/responses').at(-1)
    expect([sent?.['conversation'], sent?.['input']]).toMatchObject([null, [{ content: [{ text: 'Remember 17.' }] }, { role: 'user' }]])
    expect(JSON.stringify(sent)).not.toContain('msg_')
  })

  test('belongs to the owner of the token: for others it is an unknown one', async () => {
    const id = await made({ items: [{ role: 'user', content: 'Secret.' }] })
    const [item] = (await call('GET', `/v1/conversations/${id}/items`)).body.data
    const unknown = 'conv_00000000000000000000000000000000000000000000'
    for (const [method, rest, body] of [
      ['GET', ''],
      ['POST', '', { metadata: {} }],
      ['DELETE', ''],
      ['GET', '/items'],
      ['POST', '/items', { items: [{ role: 'user', content: 'x' }] }],
      ['GET', `/items/${item.id}`],
      ['DELETE', `/items/${item.id}`],
    ] as const) {
      const [foreign, absent] = await Promise.all(
        [id, unknown].map((one) => call(method, `/v1/conversations/${one}${rest}`, body, 'sk-bob')),
      )
      expect(foreign?.status).toBe(404)
      expect(foreign?.text.replaceAll(id, unknown)).toBe(absent?.text)
    }
    const foreign = await respond({ input: 'x', conversation: id }, 'sk-bob')
    const absent = await respond({ input: 'x', conversation: unknown }, 'sk-bob')
    expect([foreign.status, foreign.text.replaceAll(id, unknown)]).toEqual([400, absent.text])
    expect(await texts(id)).toEqual(['Secret.'])
  })

  test('excludes previous_response_id', async () => {
    const id = await made()
    expect((await respond({ input: 'x', conversation: id, previous_response_id: 'resp_1' })).body.error.param).toBe('previous_response_id')
  })

  test('is there after a restart', async () => {
    const id = await made({ items: [{ role: 'user', content: 'Kept.' }] })
    await respond({ input: 'More.', conversation: id })
    await owners.restart()
    expect(await texts(id)).toEqual(['Kept.', 'More.', expect.stringMatching(/^Answer/)])
  })
})
