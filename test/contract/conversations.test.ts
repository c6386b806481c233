import { isObject } from '../../src/json/object.js'
import { documentOf, examplesOf, resolved, schemasOf } from './documents.js'
import { readEvents, type ReadEvent } from './event-stream.js'
import type { Program } from '../program.js'
import { startGateway } from './gateway.js'
import { Prism, type PrismAnswer } from './prism.js'
import { clientStyles, question, questionNames, type ClientStyle, type Question } from './questions.js'
import { ContractUpstream, upstreamDocuments, upstreamKinds, type UpstreamKind } from './upstream.js'

let upstream: ContractUpstream
let gateway: Program
let front: Prism

beforeAll(async () => {
  upstream = await ContractUpstream.start()
  gateway = await startGateway(upstream.address)
  front = await Prism.of('gateway')
}, 180_000)

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const pairs = clientStyles.flatMap((style) => upstreamKinds.map((kind): [ClientStyle, UpstreamKind] => [style, kind]))

describe.each(pairs)('%s client, %s upstream', (style, kind) => {
  test.each(questionNames)('%s: what we send and what we answer is as the contract says', async (name) => {
    upstream.answerWith()
    const answer = await throughPrism(question(style, name, `m-${kind}`, false))
    expectUpstreamRequest(kind)
    expect(answer.status).toBe(200)
    expect(answer.replyProblems).toEqual([])
  })

  test.each(questionNames)('%s, streamed: each event is as the contract says, and the stream ends well', async (name) => {
    upstream.answerWith()
    const events = await stream(question(style, name, `m-${kind}`, true))
    expectUpstreamRequest(kind)
    expectStream(style, events)
  })

  test.each(replyExamples(kind, 'application/json'))('the upstream reply "%s" is told as the contract says', async (example) => {
    upstream.answerWith({ status: 200, example })
    const answer = await throughPrism(question(style, 'tools', `m-${kind}`, false))
    expectUpstreamRequest(kind)
    expect(answer.status).toBe(200)
    expect(answer.replyProblems).toEqual([])
  })

  for (const example of replyExamples(kind, 'text/event-stream'))
    test(`the upstream stream "${example}" is told as the contract says`, async () => {
      upstream.answerWith({ status: 200, example })
      const events = await stream(question(style, 'tools', `m-${kind}`, true))
      expectUpstreamRequest(kind)
      expectStream(style, events, brokenStreams.includes(example) ? 'error' : 'end')
    })

  test.each([400, 401, 404, 429, 500, 503])('an upstream that answers %i becomes an error of the client style', async (status) => {
    upstream.answerWith({ status })
    const answer = await throughPrism(question(style, 'text', `m-${kind}`, false))
    expectUpstreamRequest(kind)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.replyProblems).toEqual([])
    expect(schemasOf(style).component(errorSchemas[style])(answer.body)).toBeUndefined()
  })
})

describe.each(clientStyles)('%s client', (style) => {
  test('a request that the contract refuses is a 400 that names the field, and is sent nowhere', async () => {
    upstream.answerWith()
    const { path, headers, body } = question(style, 'text', 'm-openai', false)
    const field = style === 'responses' ? 'input' : style === 'generate-content' ? 'contents' : 'messages'
    const reply = await fetch(gateway.address + path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...(body as object), [field]: 5 }),
    })
    const text = await reply.text()
    expect(reply.status).toBe(400)
    expect(text).toContain(field)
    expect(schemasOf(style).component(errorSchemas[style])(JSON.parse(text))).toBeUndefined()
    expect(upstream.calls).toEqual([])
  })

  test('an unknown model is a 404 of the client style', async () => {
    const answer = await throughPrism(question(style, 'text', 'ghost', false))
    expect(answer.status).toBe(404)
    expect(answer.replyProblems).toEqual([])
    expect(schemasOf(style).component(errorSchemas[style])(answer.body)).toBeUndefined()
  })
})

const errorSchemas: Readonly<Record<ClientStyle, string>> = {
  'chat-completions': 'ChatErrorResponse',
  messages: 'MessagesErrorResponse',
  responses: 'ResponsesErrorReply',
  'generate-content': 'GeminiErrorReply',
}

const eventSchemas: Readonly<Record<ClientStyle, string>> = {
  'chat-completions': 'ChatStreamFrame',
  messages: 'MessagesStreamEvent',
  responses: 'ResponsesStreamEvent',
  'generate-content': 'GeminiStreamChunk',
}

function throughPrism({ path, headers, body }: Question): Promise<PrismAnswer> {
  return front.between({ method: 'POST', url: path, headers, body }, gateway.address)
}

async function stream({ path, headers, body }: Question): Promise<ReadEvent[]> {
  const reply = await fetch(gateway.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await reply.text()
  expect({ status: reply.status, text: reply.status === 200 ? '' : text }).toEqual({ status: 200, text: '' })
  expect(reply.headers.get('content-type')).toMatch(/^text\/event-stream/)
  return readEvents(text)
}

function expectUpstreamRequest(kind: UpstreamKind) {
  expect(upstream.calls.map((call) => ({ kind: call.kind, problems: call.problems }))).toEqual([{ kind, problems: [] }])
}

function expectStream(style: ClientStyle, events: readonly ReadEvent[], last: 'end' | 'error' = 'end') {
  const values = events.filter(({ data }) => data !== '[DONE]').map(({ data }): unknown => JSON.parse(data))
  const validate = schemasOf(style).component(eventSchemas[style])
  expect(values.flatMap((value) => validate(value)?.message ?? [])).toEqual([])
  expect({ end: endMark[style](events, values), error: values.some(isError) }).toEqual({ end: last === 'end', error: last === 'error' })
}

/** Whether a stream ends with the one mark that its style's clients wait for. */
const endMark: Readonly<Record<ClientStyle, (events: readonly ReadEvent[], values: readonly unknown[]) => boolean>> = {
  'chat-completions': (events) => events.at(-1)?.data === '[DONE]',
  messages: (_, values) => typeOf(values.at(-1)) === 'message_stop',
  responses: (_, values) => /^response\.(completed|incomplete)$/.test(typeOf(values.at(-1))),
  'generate-content': (events) => events.some(({ data }) => data.includes('"finishReason"') || data.includes('"blockReason"')),
}

/** Examples of streams that end with the provider's error. */
const brokenStreams = ['broken']

/** The error frames of the four styles: an `error` member, an event of type `error`, a failed response. */
const isError = (value: unknown) =>
  isObject(value) && (value['error'] !== undefined || ['error', 'response.failed'].includes(typeOf(value)))

const typeOf = (value: unknown) => (isObject(value) ? String(value['type']) : '')

/** Names of the examples that an upstream's document has for the reply to a conversation. */
function replyExamples(kind: UpstreamKind, type: 'application/json' | 'text/event-stream'): string[] {
  const document = documentOf(upstreamDocuments[kind])
  const paths: Readonly<Record<UpstreamKind, string>> = {
    openai: '/v1/chat/completions',
    responses: '/v1/responses',
    anthropic: '/v1/messages',
    gemini: `/v1beta/models/{model}:${type === 'application/json' ? 'generateContent' : 'streamGenerateContent'}`,
    cohere: '/v2/chat',
  }
  const operation = resolved(document, resolved(document, resolved(document, document['paths'])[paths[kind]])['post'])
  const reply = resolved(document, resolved(document, operation['responses'])['200'])
  // An unnamed example is what every question gets that asks for none by name.
  return examplesOf(document, resolved(document, reply['content'])[type]).flatMap(({ name }) => (name === 'example' ? [] : [name]))
}
