import { FakeUpstream } from './gateway.js'
import { TwoOwners } from './two-owners.js'
import type { Json } from './wire.js'

const upstream = new FakeUpstream()
const owners = new TwoOwners(upstream)
const { call } = owners
let answers = 0

beforeAll(async () => {
  await upstream.start()
  upstream.reply = (call, response) => {
    const id = `chatcmpl-${++answers}`
    const isAnthropic = call.request.url?.startsWith('/anthropic') === true
    if (!call.body.includes('"stream":true')) {
      const reply = isAnthropic
        ? {
            id: `msg_${answers}`,
            type: 'message',
            role: 'assistant',
            model: 'up',
            content: [{ type: 'text', text: 'Blue.' }],
            stop_reason: 'end_turn',
            usage: { input_tokens: 3, output_tokens: 2 },
          }
        : {
            id,
            object: 'chat.completion',
            created: 1,
            model: 'up',
            choices: [{ index: 0, message: { role: 'assistant', content: 'Blue.' }, finish_reason: 'stop' }],
          }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
      return
    }
    const events = isAnthropic
      ? [
          {
            type: 'message_start',
            message: {
              id: `msg_${answers}`,
              type: 'message',
              role: 'assistant',
              model: 'up',
              content: [],
              usage: { input_tokens: 3, output_tokens: 0 },
            },
          },
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Bl' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ue.' } },
          { type: 'content_block_stop', index: 0 },
          { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
          { type: 'message_stop' },
        ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      : [
          { delta: { role: 'assistant', content: 'Bl' } },
          {
            delta: { content: 'ue.', tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'read', arguments: '{"a"' } }] },
          },
          { delta: { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }, finish_reason: 'tool_calls' },
        ].map(
          (choice) =>
            `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 1, model: 'up', choices: [{ index: 0, ...choice }] })}\n\n`,
        )
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join('') + (isAnthropic ? '' : 'data: [DONE]\n\n'))
  }
  await owners.start()
})
afterAll(async () => {
  await owners.stop()
  await upstream.stop()
})

const path = '/v1/chat/completions'
const question = { role: 'user', content: 'Why?' }
const complete = (body: object, key?: string) => call('POST', path, { model: 'm-openai', messages: [question], store: true, ...body }, key)

describe('a completion with store: true', () => {
  test.each(['m-openai', 'm-anthropic'])('%s: is read, listed, changed and deleted', async (model) => {
    const { body: made } = await complete({ model, metadata: { topic: model } })
    const stored = { ...made, metadata: { topic: model } }
    expect((await call('GET', `${path}/${made.id}`)).body).toEqual(stored)
    expect((await call('GET', `${path}?model=${model}`)).body).toMatchObject({ object: 'list', data: [stored], has_more: false })
    expect((await call('GET', `${path}?metadata[topic]=${model}`)).body.data).toEqual([stored])
    expect((await call('GET', `${path}?metadata[topic]=other`)).body).toMatchObject({ data: [], first_id: null })
    expect((await call('POST', `${path}/${made.id}`, { metadata: { a: 'b' } })).body.metadata).toEqual({ a: 'b' })
    expect((await call('DELETE', `${path}/${made.id}`)).body).toEqual({ id: made.id, object: 'chat.completion.deleted', deleted: true })
    for (const method of ['GET', 'DELETE']) expect((await call(method, `${path}/${made.id}`)).status).toBe(404)
    expect((await call('GET', path)).body.data).toEqual([])
  })

  test('streamed: is kept whole', async () => {
    const { text } = await complete({ stream: true })
    const id = /"id":"(chatcmpl-\d+)"/.exec(text)?.[1]
    expect((await call('GET', `${path}/${id}`)).body).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Blue.', tool_calls: [{ id: 'c', function: { name: 'read', arguments: '{"a":1}' } }] },
          finish_reason: 'tool_calls',
        },
      ],
    })
    await call('DELETE', `${path}/${id}`)
  })

  test('streamed from another style: is kept whole', async () => {
    const { text } = await complete({ model: 'm-anthropic', stream: true })
    const id = /"id":"([^"]+)"/.exec(text)?.[1]
    expect((await call('GET', `${path}/${id}`)).body).toMatchObject({ choices: [{ message: { content: 'Blue.' }, finish_reason: 'stop' }] })
    await call('DELETE', `${path}/${id}`)
  })

  test('has the messages of its request, with ids', async () => {
    const parts = [{ type: 'text', text: 'And?' }]
    const { body: made } = await complete({ messages: [question, { role: 'assistant', content: 'So.' }, { role: 'user', content: parts }] })
    const messages = `${path}/${made.id}/messages`
    const { body: page } = await call('GET', `${messages}?limit=2`)
    expect(page).toMatchObject({ has_more: true, data: [{ ...question, id: `${made.id}-0`, content_parts: null }, { role: 'assistant' }] })
    expect((await call('GET', `${messages}?after=${page.last_id}`)).body.data).toEqual([
      { role: 'user', id: `${made.id}-2`, content: null, content_parts: parts },
    ])
    expect((await call('GET', `${messages}?after=no`)).status).toBe(400)
    await call('DELETE', `${path}/${made.id}`)
  })

  test('is listed in pages, either way round', async () => {
    const made: string[] = []
    for (let number = 0; number < 3; number++) made.push((await complete({})).body.id)
    const ids = (page: Json) => page.data.map(({ id }: Json) => id)
    const { body: first } = await call('GET', `${path}?limit=2`)
    expect([ids(first), first.has_more]).toEqual([made.slice(0, 2), true])
    expect(ids((await call('GET', `${path}?limit=2&after=${first.last_id}`)).body)).toEqual(made.slice(2))
    expect(ids((await call('GET', `${path}?order=desc`)).body)).toEqual([...made].reverse())
    expect((await call('GET', `${path}?after=no`)).body.error.param).toBe('after')
  })

  test('belongs to the owner of the token: for others it is an unknown one', async () => {
    const { body: made } = await complete({ metadata: { secret: 'x' } })
    expect((await call('GET', path, undefined, 'sk-bob')).body.data).toEqual([])
    for (const [method, rest, body] of [
      ['GET', ''],
      ['POST', '', { metadata: {} }],
      ['DELETE', ''],
      ['GET', '/messages'],
    ] as const) {
      const foreign = await call(method, `${path}/${made.id}${rest}`, body, 'sk-bob')
      const absent = await call(method, `${path}/chatcmpl-no${rest}`, body, 'sk-bob')
      expect([foreign.status, foreign.text.replaceAll(made.id, 'chatcmpl-no')]).toEqual([404, absent.text])
    }
  })

  test('is there after a restart', async () => {
    const { body: made } = await complete({})
    await owners.restart()
    expect((await call('GET', `${path}/${made.id}`)).body).toEqual({ ...made, metadata: {} })
  })

  test('is not kept without it', async () => {
    const { body: made } = await complete({ store: false })
    expect((await call('GET', `${path}/${made.id}`)).status).toBe(404)
  })
})
