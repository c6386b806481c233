import { RememberingUpstream } from './remembering-upstream.js'
import { TwoOwners } from './two-owners.js'
import type { Json } from './wire.js'

const upstream = new RememberingUpstream()
const owners = new TwoOwners(upstream, 'memory')
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

const create = (body: object, key?: string) => call('POST', '/v1/responses', { model: 'm-openai', ...body }, key)

describe('a response that the gateway keeps', () => {
  test('is found right after the reply, with what it was made from', async () => {
    const { body: made } = await create({ input: 'Name a colour.', instructions: 'Be brief.', metadata: { job: 'a' } })
    expect(made.id).toMatch(/^resp_[0-9a-f]{44}$/)
    expect((await call('GET', `/v1/responses/${made.id}`)).body).toEqual(made)
    const { body: items } = await call('GET', `/v1/responses/${made.id}/input_items`)
    expect(items).toMatchObject({
      object: 'list',
      has_more: false,
      data: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Name a colour.' }] }],
    })
  })

  test('is continued with its turns, without its instructions; branches do not see each other', async () => {
    const { body: root } = await create({ input: 'Root.', instructions: 'Old rule.' })
    await create({ input: 'Left.', previous_response_id: root.id })
    const { body: right } = await create({
      input: [{ role: 'user', content: 'Right.' }],
      previous_response_id: root.id,
      instructions: 'New rule.',
    })
    expect(right.previous_response_id).toBe(root.id)
    expect(upstream.bodies('/openai').at(-1)?.['messages']).toMatchObject([
      { role: 'system', content: 'New rule.' },
      { role: 'user', content: 'Root.' },
      { role: 'assistant', content: root.output[0].content[0].text },
      { role: 'user', content: 'Right.' },
    ])
  })

  test('lists the items of all turns, in pages, either way round', async () => {
    const { body: first } = await create({ input: 'One.' })
    const { body: second } = await create({
      input: [
        { role: 'user', content: 'Two.' },
        { role: 'user', content: 'Three.' },
      ],
      previous_response_id: first.id,
    })
    const list = async (query: string) => (await call('GET', `/v1/responses/${second.id}/input_items${query}`)).body
    const words = (page: Json) => page.data.map((item: Json) => item.content[0].text)
    const all = await list('?order=asc')
    const answer = first.output[0].content[0].text
    expect(words(all)).toEqual(['One.', answer, 'Two.', 'Three.'])
    expect(words(await list(''))).toEqual(['Three.', 'Two.', answer, 'One.'])
    const page = await list('?order=asc&limit=2')
    expect([words(page), page.has_more]).toEqual([['One.', answer], true])
    expect(words(await list(`?order=asc&limit=2&after=${page.last_id}`))).toEqual(['Two.', 'Three.'])
    expect(words(await list(`?order=asc&before=${page.last_id}`))).toEqual(['One.'])
    expect((await call('GET', `/v1/responses/${second.id}/input_items?limit=0`)).status).toBe(400)
  })

  test('is kept from a stream too, and can be streamed again, from any event on', async () => {
    const { text } = await create({ input: 'Stream.', stream: true })
    const last = JSON.parse(text.trim().split('\n').at(-1)?.slice('data: '.length) ?? '')
    expect(last.type).toBe('response.completed')
    const { id } = last.response
    expect((await call('GET', `/v1/responses/${id}`)).body).toEqual(last.response)
    const again = (await call('GET', `/v1/responses/${id}?stream=true`)).text
    const types = (stream: string) => [...stream.matchAll(/^event: (.*)$/gm)].map(([, type]) => type)
    expect(types(again)).toEqual(types(text))
    expect(types((await call('GET', `/v1/responses/${id}?stream=true&starting_after=1`)).text)).toEqual(types(text).slice(2))
  })

  test('is forgotten where the request says store: false', async () => {
    const { body: made } = await create({ input: 'Secret.', store: false })
    expect(made.store).toBe(false)
    expect((await call('GET', `/v1/responses/${made.id}`)).status).toBe(404)
    expect((await create({ input: 'More.', previous_response_id: made.id })).body.error).toMatchObject({
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    })
  })

  test('can be deleted; what was built on it can still be continued', async () => {
    const { body: root } = await create({ input: 'Root.' })
    const { body: leaf } = await create({ input: 'Leaf.', previous_response_id: root.id })
    expect((await call('DELETE', `/v1/responses/${root.id}`)).body).toEqual({ id: root.id, object: 'response', deleted: true })
    expect((await call('GET', `/v1/responses/${root.id}`)).status).toBe(404)
    expect((await call('DELETE', `/v1/responses/${root.id}`)).status).toBe(404)
    expect((await create({ input: 'Other leaf.', previous_response_id: root.id })).status).toBe(400)
    expect((await create({ input: 'Go on.', previous_response_id: leaf.id })).status).toBe(200)
    expect(upstream.bodies('/openai').at(-1)?.['messages']).toHaveLength(5)
  })

  test('can be cancelled only where it was made in the background', async () => {
    const { body: made } = await create({ input: 'x' })
    expect((await call('POST', `/v1/responses/${made.id}/cancel`)).body.error).toMatchObject({ type: 'invalid_request_error' })
  })
})

describe('ids belong to their owner', () => {
  test.each(['m-openai', 'm-responses'])('another’s id is answered like one that never was, whatever is asked: %s', async (model) => {
    const { body: made } = await create({ model, input: 'Mine.' })
    const never = `resp_${'0'.repeat(32)}`
    upstream.calls.length = 0
    const asked = (id: string) => [
      call('GET', `/v1/responses/${id}`, undefined, 'sk-bob'),
      call('GET', `/v1/responses/${id}?stream=true`, undefined, 'sk-bob'),
      call('DELETE', `/v1/responses/${id}`, undefined, 'sk-bob'),
      call('POST', `/v1/responses/${id}/cancel`, undefined, 'sk-bob'),
      call('GET', `/v1/responses/${id}/input_items`, undefined, 'sk-bob'),
      create({ model, input: 'x', previous_response_id: id }, 'sk-bob'),
      create({ model, input: 'x', previous_response_id: id, stream: true }, 'sk-bob'),
      call('POST', '/v1/responses/compact', { model: 'm-responses', input: 'x', previous_response_id: id }, 'sk-bob'),
    ]
    const foreign = await Promise.all(asked(made.id))
    const unknown = await Promise.all(asked(never))
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 400, 400, 400])
    expect(foreign.map(({ status, text }) => ({ status, text: text.replaceAll(made.id, never) }))).toEqual(
      unknown.map(({ status, text }) => ({ status, text })),
    )
    // No provider is asked, neither for the one nor for the other.
    expect(upstream.calls).toHaveLength(0)
    expect((await call('GET', `/v1/responses/${made.id}`)).status).toBe(200)
  })
})

describe('a response that its provider keeps', () => {
  test.each([false, true])('is continued, read and deleted there (stream: %s)', async (stream) => {
    const first = await create({ model: 'm-responses', input: 'One.', stream })
    const id = /"id":"(resp_up_\d+)"/.exec(first.text)?.[1] ?? ''
    expect(id).not.toBe('')
    await create({ model: 'm-responses', input: 'Two.', previous_response_id: id })
    expect(upstream.bodies('/responses/v1').at(-1)).toEqual({ model: 'up-model', input: 'Two.', previous_response_id: id })
    const read = await call('GET', `/v1/responses/${id}`)
    expect(read.body).toMatchObject({ id, usage: { input_tokens: 3, prompt_tokens: 3 } })
    expect((await call('GET', `/v1/responses/${id}/input_items?order=asc`)).body.data).toMatchObject([{ content: 'One.' }])
    expect(upstream.calls.at(-1)?.request.url).toBe(`/responses/v1/responses/${id}/input_items?order=asc`)
    expect((await call('DELETE', `/v1/responses/${id}`)).body).toEqual({ id, object: 'response', deleted: true })
    const gone = await call('GET', `/v1/responses/${id}`)
    expect([gone.status, upstream.calls.at(-1)?.request.method]).toEqual([404, 'DELETE'])
  })

  test('that its provider has lost is as unknown as any', async () => {
    const { body: made } = await create({ model: 'm-responses', input: 'One.' })
    upstream.stored.clear()
    const lost = await call('GET', `/v1/responses/${made.id}`)
    const unknown = await call('GET', '/v1/responses/resp_unknown')
    expect([lost.status, lost.text.replaceAll(made.id, 'resp_unknown')]).toEqual([404, unknown.text])
  })
})

describe('a conversation whose model changes', () => {
  test('from the gateway’s to a provider of this style takes its turns along', async () => {
    const { body: first } = await create({ input: 'One.' })
    const { body: second } = await create({ model: 'm-responses', input: 'Two.', previous_response_id: first.id })
    const sent = upstream.bodies('/responses/v1').at(-1)
    expect(sent).toMatchObject({
      previous_response_id: null,
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'One.' }] },
        { role: 'assistant', content: [{ type: 'output_text', text: first.output[0].content[0].text }] },
        { role: 'user', content: [{ type: 'input_text', text: 'Two.' }] },
      ],
    })
    expect(JSON.stringify(sent)).not.toContain(first.output[0].id)
    await create({ model: 'm-responses', input: 'Three.', previous_response_id: second.id })
    expect(upstream.bodies('/responses/v1').at(-1)).toMatchObject({ input: 'Three.', previous_response_id: second.id })
  })

  test('away from a provider of this style fetches its turns, each item once', async () => {
    const { body: first } = await create({ model: 'm-responses', input: 'One.' })
    const { body: second } = await create({ model: 'm-responses', input: 'Two.', previous_response_id: first.id })
    const { body: third } = await create({ input: 'Three.', previous_response_id: second.id })
    const text = (response: Json) => response.output[0].content[0].text
    expect(upstream.bodies('/openai').at(-1)?.['messages']).toMatchObject([
      { role: 'user', content: 'One.' },
      { role: 'assistant', content: text(first) },
      { role: 'user', content: 'Two.' },
      { role: 'assistant', content: text(second) },
      { role: 'user', content: 'Three.' },
    ])
    await create({ input: 'Four.', previous_response_id: third.id })
    expect(upstream.bodies('/openai').at(-1)?.['messages']).toHaveLength(7)
  })
})

test('what was kept in a file is there after a restart', async () => {
  const kept = new TwoOwners(upstream)
  await kept.start()
  const add = (body: object) => kept.call('POST', '/v1/responses', { model: 'm-openai', ...body })
  const { body: first } = await add({ input: 'One.' })
  const { body: second } = await add({ input: 'Two.', previous_response_id: first.id })
  await kept.restart()
  expect((await kept.call('GET', `/v1/responses/${second.id}`)).body).toEqual(second)
  expect((await add({ input: 'Three.', previous_response_id: second.id })).status).toBe(200)
  expect(upstream.bodies('/openai').at(-1)?.['messages']).toHaveLength(5)
  await kept.stop()
})
