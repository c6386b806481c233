// The contract test that others run on their servers: run on ourselves, on the fake upstreams and on the mock, and on servers that lie.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runContractTest, type ContractTestReport } from '../../src/contract-test/run.js'
import { streamOrder as chatCompletionsOrder } from '../../src/dialects/chat-completions/stream-order.js'
import { streamOrder as generateContentOrder } from '../../src/dialects/generate-content/stream-order.js'
import { streamOrder as messagesOrder } from '../../src/dialects/messages/stream-order.js'
import type { OrderCheck } from '../../src/dialects/stream-order.js'
import { streamOrder as responsesOrder } from '../../src/dialects/responses/stream-order.js'
import { eventsOf } from '../../src/contract-test/target.js'
import { schemasOf, type DocumentName } from './documents.js'
import type { Program } from '../program.js'
import { startGateway, token } from './gateway.js'
import { clientStyles } from './questions.js'
import { ContractUpstream, upstreamKinds } from './upstream.js'

const schemas = (name: string) => schemasOf(name as DocumentName)
const choose = ([first]: readonly string[]) => first

/** These upstreams answer with their examples whatever is asked. */
const isAnswered = (name: string) => /^(?:a reply$|a stream:|a stream as|40\d|the list)/.test(name)

const failures = ({ results }: ContractTestReport) =>
  results
    .filter(({ problems }) => problems.length > 0)
    .map(
      ({ style, name, problems }) =>
        `${style}, ${name}: ${problems.map(({ at, expected, seen }) => `${at}: expected ${expected}; seen ${seen}`).join('; ')}`,
    )

describe('with the fake upstreams', () => {
  let upstream: ContractUpstream
  let gateway: Program

  beforeAll(async () => {
    upstream = await ContractUpstream.start()
    upstream.answerWith()
    gateway = await startGateway(upstream.address)
  }, 180_000)

  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })

  test.each(upstreamKinds)(
    'the gateway passes in front of %s',
    async (kind) => {
      for (const style of clientStyles) {
        const report = await runContractTest({ url: gateway.address, token, model: `m-${kind}`, style, schemas, choose, only: isAnswered })
        expect(failures(report)).toEqual([])
        expect(report.results.length).toBeGreaterThan(9)
      }
    },
    60_000,
  )

  // They check no tokens and know no models: what they say is held against the contract.
  test.each([
    ['chat-completions', '/openai/v1'],
    ['responses', '/responses'],
    ['messages', '/anthropic'],
    ['generate-content', '/gemini/v1beta'],
  ])(
    'the upstream of the style %s passes',
    async (style, path) => {
      const only = (name: string) => /^a (?:reply$|stream:)/.test(name)
      const report = await runContractTest({ url: upstream.address + path, token: 'any', model: 'up-model', style, schemas, choose, only })
      expect(failures(report)).toEqual([])
      expect(report.results.length).toBeGreaterThan(1)
    },
    60_000,
  )
})

describe('servers that lie are found out', () => {
  let server: Server
  let reply: (path: string) => { status: number; type: string; body: string }

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { status, type, body } = reply(request.url ?? '')
      request.resume().on('end', () => response.writeHead(status, { 'content-type': type, 'x-request-id': 'req_1' }).end(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => server.close())

  const run = () =>
    runContractTest({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: 'any',
      model: 'some-model',
      style: 'chat-completions',
      schemas,
      choose,
    })

  test('one that answers everything with the same reply fails where it should refuse', async () => {
    reply = () => ({
      status: 200,
      type: 'application/json',
      body: JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 1795000000,
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.', refusal: null }, logprobs: null, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    })
    const failed = failures(await run()).map((line) => line.split(':')[0])
    expect(failed).toEqual(
      expect.arrayContaining([
        'chat-completions, 401 without a token',
        'chat-completions, 404 for an unknown model',
        'chat-completions, a stream',
      ]),
    )
    expect(failed).not.toContain('chat-completions, a reply')
  })

  test('one with other errors than the style has', async () => {
    reply = () => ({ status: 401, type: 'application/json', body: '{"detail":"no"}' })
    expect(failures(await run()).join('\n')).toContain('401 without a token: /error: expected a value')
  })
})

const frames = (...events: readonly (object | string)[]) =>
  eventsOf(
    events
      .map((event) => {
        const name = typeof event === 'object' && 'type' in event ? `event: ${String(event.type)}\n` : ''
        return `${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`
      })
      .join(''),
  )

describe('the order of a stream', () => {
  const chunk = (delta: object, finish: string | null = null) => ({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })
  const started = { type: 'message_start', message: {} }
  const block = { type: 'content_block_start', index: 0, content_block: { type: 'text' } }
  const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } }
  const stopped = { type: 'content_block_stop', index: 0 }
  const ending = { type: 'message_delta', delta: {} }
  const over = { type: 'message_stop' }
  const event = (type: string, sequence_number: number, more: object = {}) => ({ type, sequence_number, ...more })
  const piece = (text: string, finishReason?: string) => ({
    candidates: [{ content: { parts: [{ text }] }, ...(finishReason === undefined ? {} : { finishReason }) }],
    usageMetadata: {},
  })

  test.each<[OrderCheck, string, readonly (object | string)[], string | undefined]>([
    [chatCompletionsOrder, 'good', [chunk({ role: 'assistant' }), chunk({ content: 'a' }), chunk({}, 'stop'), '[DONE]'], undefined],
    [chatCompletionsOrder, 'no end', [chunk({ role: 'assistant' }), chunk({}, 'stop')], 'the last event is not [DONE]'],
    [chatCompletionsOrder, 'no finish', [chunk({ role: 'assistant' }), '[DONE]'], 'choice 0 has no finish_reason'],
    [chatCompletionsOrder, 'no role', [chunk({ content: 'a' }), chunk({}, 'stop'), '[DONE]'], 'choice 0 does not begin with the role'],
    [
      chatCompletionsOrder,
      'goes on',
      [chunk({ role: 'assistant' }), chunk({}, 'stop'), chunk({ content: 'a' }), '[DONE]'],
      'choice 0 goes on after its finish_reason',
    ],
    [
      chatCompletionsOrder,
      'half a call',
      [
        chunk({ role: 'assistant', tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"a"' } }] }),
        chunk({}, 'tool_calls'),
        '[DONE]',
      ],
      'the arguments of tool call 0 are not a JSON object',
    ],
    [messagesOrder, 'good', [started, { type: 'ping' }, block, delta, stopped, ending, over], undefined],
    [messagesOrder, 'no end', [started, block, delta, stopped, ending], 'the stream ends without message_stop'],
    [messagesOrder, 'open block', [started, block, delta, ending, over], 'message_delta comes before block 0 has stopped'],
    [messagesOrder, 'no block', [started, delta, ending, over], 'a delta belongs to block 0, which is not open'],
    [messagesOrder, 'wrong number', [started, { ...block, index: 1 }, ending, over], 'a block starts with the index 1 instead of 0'],
    [responsesOrder, 'good', [event('response.created', 0), event('response.completed', 1, { response: { output: [] } })], undefined],
    [responsesOrder, 'a gap', [event('response.created', 0), event('response.completed', 2)], 'event 1 has the sequence_number 2'],
    [responsesOrder, 'no end', [event('response.created', 0), event('response.in_progress', 1)], 'event 1 of 2 is response.in_progress'],
    [
      responsesOrder,
      'lost item',
      [event('response.created', 0), event('response.output_item.added', 1, { output_index: 0 }), event('response.completed', 2)],
      'item 0 is never done',
    ],
    [generateContentOrder, 'good', [piece('a'), piece('b', 'STOP')], undefined],
    [generateContentOrder, 'no finish', [piece('a')], 'candidate 0 has no finishReason'],
    [generateContentOrder, 'a mark', [piece('a', 'STOP'), '[DONE]'], 'a chunk is not a JSON object: [DONE]'],
  ])('%p %s', (order, _, events, problem) => {
    const problems = order(frames(...events))
    if (problem === undefined) expect(problems).toEqual([])
    else expect(problems).toContain(problem)
  })
})
