// The mock: any client of any style can work against it, and can ask for whatever the contract shows.
import { once } from 'node:events'
import WebSocket from 'ws'
import { isObject } from '../../src/json/object.js'
import { startMock, type RunningMock } from '../../src/mock/server.js'
import { documentOf, schemasOf } from './documents.js'
import { readEvents } from './event-stream.js'
import { errorSchemas, eventSchemas, replySchemas } from './mock-schemas.js'
import { clientStyles, question, questionNames, type ClientStyle } from './questions.js'

let mock: RunningMock

beforeAll(async () => {
  mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
}, 180_000)

afterAll(async () => {
  await mock.stop()
})

/** The name of an example with a tool call. */
const callExamples: Readonly<Partial<Record<ClientStyle, string>>> = {
  'chat-completions': 'toolCall',
  messages: 'call',
  'generate-content': 'call',
}

function ask(style: ClientStyle, name: (typeof questionNames)[number], stream: boolean, prefer = 'pace=0') {
  const { path, headers, body } = question(style, name, 'some-model', stream)
  return fetch(mock.address + path, { method: 'POST', headers: { ...headers, prefer }, body: JSON.stringify(body) })
}

const eventsIn = (text: string) => readEvents(text).filter(({ data }) => data !== '[DONE]')

describe.each(clientStyles)('%s', (style) => {
  test.each(questionNames)(
    '%s: a whole reply and a stream as the contract says',
    async (name) => {
      const whole = await ask(style, name, false)
      expect({ status: whole.status, problem: schemasOf(style).component(replySchemas[style])(await whole.json()) }).toEqual({
        status: 200,
        problem: undefined,
      })
      const streamed = await ask(style, name, true)
      const values = eventsIn(await streamed.text()).map(({ data }): unknown => JSON.parse(data))
      expect(streamed.headers.get('content-type')).toMatch(/^text\/event-stream/)
      expect(values.flatMap((value) => schemasOf(style).component(eventSchemas[style])(value)?.message ?? [])).toEqual([])
      expect(values.length).toBeGreaterThan(1)
    },
    30_000,
  )

  test('the whole example that is asked for by name can be streamed too', async () => {
    const example = callExamples[style]
    if (example === undefined) return expect(style).toBe('responses')
    const text = await (await ask(style, 'tools', true, `example=${example}, pace=0ms`)).text()
    expect(eventsIn(text).flatMap(({ data }) => schemasOf(style).component(eventSchemas[style])(JSON.parse(data))?.message ?? [])).toEqual(
      [],
    )
    expect(text).toMatch(/tool_calls|tool_use|functionCall/)
  })

  test('events come one by one, at the pace that is asked for', async () => {
    const reply = await ask(style, 'text', true, 'pace=30ms')
    const times: number[] = []
    for await (const _ of reply.body ?? []) times.push(performance.now())
    expect(times.length).toBeGreaterThan(1)
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(25)
  })

  test('an error in the midst of a stream, in the style that clients raise on', async () => {
    const text = await (await ask(style, 'text', true, 'pace=0, error=overloaded, after=1')).text()
    const last = JSON.parse(eventsIn(text).at(-1)?.data ?? '{}') as unknown
    expect(isObject(last) && (last['type'] === 'error' || last['type'] === 'response.failed' || 'error' in last)).toBe(true)
    expect(text).toContain('The mock was asked to fail with overloaded.')
  })

  test('a stream that is cut', async () => {
    const reply = await ask(style, 'text', true, 'pace=0, cut=1')
    await expect(reply.text()).rejects.toThrow()
  })

  test.each([400, 401, 404, 429, 500, 503])('the error %i on demand', async (code) => {
    const reply = await ask(style, 'text', false, `code=${code}`)
    expect(reply.status).toBe(code)
    expect(schemasOf(style).component(errorSchemas[style])(await reply.json())).toBeUndefined()
  })

  test.each([
    [401, /invalid_api_key|authentication_error|UNAUTHENTICATED/],
    [403, /permission_denied|permission_error|PERMISSION_DENIED/],
    [404, /not_found|NOT_FOUND/],
    [413, /request_too_large|INVALID_ARGUMENT|FAILED_PRECONDITION/],
    [429, /rate_limit|RESOURCE_EXHAUSTED/],
    [503, /overloaded|UNAVAILABLE/],
  ])('the error %i has its type', async (code, type) => {
    expect(await (await ask(style, 'text', false, `code=${code}`)).text()).toMatch(type)
  })

  test('without a token it is a 401, with a wrong body a 400 that names the field', async () => {
    const { path, body } = question(style, 'text', 'some-model', false)
    const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' }
    const anonymous = await fetch(mock.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(anonymous.status).toBe(401)
    expect(schemasOf(style).component(errorSchemas[style])(await anonymous.json())).toBeUndefined()
    const field = style === 'responses' ? 'input' : style === 'generate-content' ? 'contents' : 'messages'
    const wrong = await fetch(mock.address + path, {
      method: 'POST',
      headers: { ...headers, authorization: 'Bearer any' },
      body: JSON.stringify({ ...(body as object), [field]: 5 }),
    })
    expect({ status: wrong.status, text: await wrong.text() }).toEqual({ status: 400, text: expect.stringContaining(field) })
  })
})

test.each(clientStyles)(
  'a made-up reply of %s is as the contract says, whole and streamed',
  async (style) => {
    for (let round = 0; round < 3; round += 1) {
      const whole = await ask(style, 'text', false, 'dynamic=true')
      expect({ status: whole.status, problem: schemasOf(style).component(replySchemas[style])(await whole.json()) }).toEqual({
        status: 200,
        problem: undefined,
      })
      const streamed = await ask(style, 'text', true, 'dynamic=true, pace=0')
      expect(eventsIn(await streamed.text()).length).toBeGreaterThan(0)
    }
  },
  30_000,
)

test.each(['pace=fast', 'error=whatever', 'example=ghost'])('the preference %s is refused', async (prefer) => {
  const reply = await ask('messages', 'text', false, prefer)
  expect({ status: reply.status, text: await reply.text() }).toEqual({ status: 400, text: expect.stringContaining('Prefer') })
})

test('pages of any origin may call it', async () => {
  const origin = 'http://localhost:5173'
  const preflight = await fetch(`${mock.address}/v1/messages`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key, prefer' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('x-api-key, prefer')
})

describe('over a WebSocket', () => {
  const open = async (path: string, protocols: string[] = ['realtime', 'openai-insecure-api-key.any']) => {
    const socket = new WebSocket(mock.address.replace('http', 'ws') + path, protocols)
    const events: Record<string, unknown>[] = []
    socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as Record<string, unknown>))
    await once(socket, 'open')
    const until = async (type: string) => {
      while (!events.some((event) => event['type'] === type)) await once(socket, 'message')
      return events
    }
    return { socket, until }
  }

  test('responses: a request in, the events of its stream out', async () => {
    const { socket, until } = await open('/v1/responses?prefer=pace%3D0')
    socket.send(JSON.stringify({ type: 'response.create', model: 'some-model', input: 'Hello.' }))
    const events = await until('response.completed')
    socket.close()
    expect(events.flatMap((event) => schemasOf('responses').component('ResponsesStreamEvent')(event)?.message ?? [])).toEqual([])
    expect(events[0]?.['type']).toBe('response.created')
  })

  test.each([
    ['text', 'response.output_text.delta'],
    ['audio', 'response.output_audio.delta'],
  ])('realtime answers with %s', async (modality, delta) => {
    const { socket, until } = await open('/v1/realtime?model=some-model&prefer=pace%3D0')
    await until('session.created')
    socket.send(JSON.stringify({ type: 'session.update', session: { type: 'realtime', output_modalities: [modality] } }))
    await until('session.updated')
    socket.send(
      JSON.stringify({
        type: 'conversation.item.create',
        item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi.' }] },
      }),
    )
    socket.send(JSON.stringify({ type: 'response.create' }))
    const events = await until('response.done')
    const types = events.map((event) => event['type'])
    socket.close()
    expect(types).toEqual(expect.arrayContaining(['conversation.item.done', 'response.created', delta, 'response.output_item.done']))
    expect(types.at(-1)).toBe('response.done')
    expect(events.flatMap((event) => schemasOf('realtime').component('RealtimeServerEvent')(event)?.message ?? [])).toEqual([])
  })

  test('without a token it is a 401', async () => {
    await expect(open('/v1/realtime', ['realtime'])).rejects.toThrow('401')
  })
})
