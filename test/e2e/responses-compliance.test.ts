import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SchemaSet } from '../../src/contract/schema/index.js'
import type { RunningGateway } from '../../src/server/start.js'
import { answerAs, type Answer } from './answers.js'
import { FakeUpstream, gatewayFor, kinds, token, type Kind } from './gateway.js'
import { eventsIn, responseFaults, streamFaults } from './response-faults.js'
import type { Json } from './wire.js'

// What the Open Responses project's acceptance tests ask of an endpoint, and the rules of its specification about order, asked
// of every kind of upstream.

const document = JSON.parse(readFileSync(fileURLToPath(new URL('../../openapi/dist/responses.json', import.meta.url)), 'utf8'))
const schemas = new SchemaSet(document)
const checkResponse = schemas.at('#/components/schemas/ResponsesResponse')
const checkEvent = schemas.at('#/components/schemas/ResponsesStreamEvent')

let upstream: FakeUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function create(kind: Kind, request: object, answer: Answer): Promise<{ status: number; type: string | null; text: string }> {
  upstream.reply = (call, response) => {
    answerAs(kind, answer, call, response)
  }
  const reply = await fetch(`${gateway.address}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: `m-${kind}`, ...request }),
  })
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
}

const say = (content: unknown, role = 'user') => ({ type: 'message', role, content })
const weather = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather at a place',
  parameters: { type: 'object', properties: { place: { type: 'string', description: 'Where' } }, required: ['place'] },
}
const heart = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const hello: Answer = { text: 'Hello there, friend.' }
const call: Answer = { call: { name: 'get_weather', input: { place: 'San Francisco' } } }

const questions: readonly (readonly [string, object, Answer, readonly string[]])[] = [
  ['a text', { input: [say('Say hello in exactly three words.')] }, hello, ['message']],
  ['a system prompt', { input: [say('Talk like a pirate.', 'system'), say('Say hello.')] }, hello, ['message']],
  ['a tool to call', { input: [say('What is the weather in San Francisco?')], tools: [weather] }, call, ['function_call']],
  [
    'an image',
    {
      input: [
        say([
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', image_url: heart },
        ]),
      ],
    },
    hello,
    ['message'],
  ],
  ['earlier turns', { input: [say('My name is Ada.'), say('Hello Ada!', 'assistant'), say('What is my name?')] }, hello, ['message']],
]

describe.each(kinds)('with an upstream of kind %s', (kind) => {
  test.each(questions)('%s: a whole response as the specification wants it', async (_name, request, answer, items) => {
    const { status, text } = await create(kind, request, answer)
    expect(status).toBe(200)
    const response = JSON.parse(text)
    expect(checkResponse(response)).toBeUndefined()
    expect(responseFaults(response)).toEqual([])
    expect(response.status).toBe('completed')
    expect(response.output.map((item: Json) => item.type)).toEqual(items)
  })

  test.each(questions)('%s, streamed: the events in their order, and no others', async (_name, request, answer, items) => {
    const { status, type, text } = await create(kind, { ...request, stream: true }, answer)
    expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(text).not.toContain('[DONE]')
    const events = eventsIn(text)
    expect(events.flatMap(({ data }) => checkEvent(data) ?? [])).toEqual([])
    expect(streamFaults(events)).toEqual([])
    expect(events.at(-1)?.data.response.output.map((item: Json) => item.type)).toEqual(items)
  })
})

test.each(questions)(
  '%s: every kind of upstream gives the same events in the same order and the same items',
  async (_name, request, answer) => {
    const seen: (readonly [Kind, object])[] = []
    for (const kind of kinds) {
      const events = eventsIn((await create(kind, { ...request, stream: true }, answer)).text)
      // How a provider cuts its text into pieces is its own affair.
      const types = events.map(({ data }) => data.type as string)
      const order = types.filter((type, index) => !type.endsWith('.delta') || types[index - 1] !== type)
      const items = events.at(-1)?.data.response.output.map((item: Json) => ({ ...item, id: 'id', call_id: 'id' }))
      seen.push([kind, { order, items }])
    }
    const [first] = seen
    for (const [kind, shape] of seen) expect([kind, shape]).toEqual([kind, first?.[1]])
  },
)
