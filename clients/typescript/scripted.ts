// Retries, streams and errors of the client, against a server that misbehaves as its address says.
import { strict as assert } from 'node:assert'
import { inspect } from 'node:util'
import {
  Anywire,
  AnywireError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitError,
  ServerError,
  StatusError,
  StreamError,
  textOf,
  TimeoutError,
  TooLargeError,
  UnauthorizedError,
  UnreadableReplyError,
} from 'anywire-client'
import { ModelsApi, operations } from 'anywire-client/operations'
import { report } from './report.ts'

const token = 'sk-test'
const greeting = 'Grüße 👋'
const messages = [{ role: 'user' as const, content: 'Hi' }]
const chat = { model: 'up', messages }
const contents = { contents: [{ role: 'user' as const, parts: [{ text: 'Hi' }] }] }

/** A client of a scenario, and what the server saw of it. */
function scenario(name: string, options: { timeout?: number; retries?: number } = {}) {
  const baseUrl = `${process.env.ANYWIRE_SCRIPTED ?? ''}/${name}/typescript-${Math.random()}`
  const seen = async () => (await fetch(`${baseUrl}/visit`)).json() as Promise<{ requests: number[]; closed: boolean }>
  return { anywire: new Anywire({ baseUrl, token, ...options }), seen }
}

/** A stream of each style. */
const streams = {
  chat: (anywire: Anywire) => anywire.chatCompletions.stream(chat),
  messages: (anywire: Anywire) => anywire.messages.stream({ ...chat, max_tokens: 20 }),
  responses: (anywire: Anywire) => anywire.responses.stream({ model: 'up', input: 'Hi' }),
  completions: (anywire: Anywire) => anywire.completions.stream({ model: 'up', prompt: 'Hi' }),
  content: (anywire: Anywire) => anywire.content.stream('up', contents),
}

async function eachStream(name: string, check: (text: Promise<string>, style: string) => Promise<void>) {
  for (const [style, stream] of Object.entries(streams)) {
    const { anywire, seen } = scenario(name)
    await check(
      stream(anywire).then((opened) => opened.text()),
      style,
    )
    assert.equal((await seen()).requests.length, 1, `${style} was sent again`)
  }
}

async function retriesAfterTheTimeAskedFor() {
  const { anywire, seen } = scenario('busy')
  const completion = await anywire.chatCompletions.create(chat)
  assert.equal(completion.choices[0]?.message?.content, greeting)
  await waited(seen, 290)
}

async function retriesAfterSeconds() {
  const { anywire, seen } = scenario('busy-a-second')
  await anywire.messages.create({ ...chat, max_tokens: 20 })
  await waited(seen, 990)
}

async function waited(seen: () => Promise<{ requests: number[] }>, milliseconds: number) {
  const { requests } = await seen()
  const [first = 0, second = 0] = requests
  assert.equal(requests.length, 2)
  assert.ok(second - first >= milliseconds, `it waited ${second - first} ms`)
}

async function retriesBeforeAStream() {
  const { anywire } = scenario('busy')
  const stream = await anywire.chatCompletions.stream(chat)
  assert.equal(await stream.text(), greeting)
}

async function retriesGeneratedOperations() {
  const { anywire, seen } = scenario('busy')
  await operations(ModelsApi, anywire).listModels({})
  await waited(seen, 290)
}

async function retriesConnections() {
  const { anywire, seen } = scenario('dropped')
  await anywire.chatCompletions.create(chat)
  assert.equal((await seen()).requests.length, 2)
}

async function givesUp() {
  const { anywire, seen } = scenario('down')
  await assert.rejects(anywire.chatCompletions.create(chat), ServerError)
  assert.equal((await seen()).requests.length, 3)
}

async function doesNotRetryInVain() {
  for (const [name, Kind] of [
    ['busy-for-an-hour', RateLimitError],
    ['quota-spent', RateLimitError],
    ['refused', StatusError],
  ] as const) {
    const { anywire, seen } = scenario(name)
    await assert.rejects(anywire.chatCompletions.create(chat), Kind)
    assert.equal((await seen()).requests.length, 1, name)
  }
}

async function retriesAsOftenAsAsked() {
  const { anywire, seen } = scenario('down', { retries: 0 })
  await assert.rejects(anywire.chatCompletions.create(chat), ServerError)
  assert.equal((await seen()).requests.length, 1)
}

async function describesErrors() {
  const { anywire } = scenario('refused')
  const calls = [
    anywire.chatCompletions.create(chat),
    anywire.messages.create({ ...chat, max_tokens: 20 }),
    anywire.responses.create({ model: 'up', input: 'Hi' }),
    anywire.content.generate('up', contents),
    anywire.completions.create({ model: 'up', prompt: 'Hi' }),
    anywire.models(),
  ]
  // Each is caught at once: one that failed before anybody waits for it would end the program.
  for (const error of await Promise.all(calls.map((call) => call.catch((reason: unknown) => reason)))) {
    assert.ok(error instanceof StatusError)
    const { status, code, message, requestId, name } = error
    assert.deepEqual(
      [name, status, code, message, requestId],
      ['BadRequestError', 400, 'invalid_request', '400: Scripted: invalid_request.', 'req_scripted'],
    )
  }
  const strange: unknown = await scenario('page')
    .anywire.models()
    .catch((reason: unknown) => reason)
  assert.ok(strange instanceof ServerError && strange.body === undefined && strange.status === 502)
}

async function eachStatusHasItsType() {
  const kinds = new Map<number, unknown>([
    [400, BadRequestError],
    [401, UnauthorizedError],
    [402, PaymentRequiredError],
    [403, ForbiddenError],
    [404, NotFoundError],
    [409, ConflictError],
    [413, TooLargeError],
    [418, StatusError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
  ])
  for (const [status, Kind] of kinds)
    await assert.rejects(scenario(`status-${status}`, { retries: 0 }).anywire.chatCompletions.create(chat), (error) => {
      assert.ok(error instanceof StatusError)
      assert.deepEqual([error.status, error.constructor], [status, Kind])
      return true
    })
}

async function readsEventsAsTheyCome() {
  for (const stream of Object.values(streams)) {
    const { anywire, seen } = scenario('held', { timeout: 5_000 })
    let text = ''
    for await (const event of await stream(anywire)) {
      await seen()
      text += textOf(event)
    }
    assert.equal(text, greeting)
  }
}

async function readsAwkwardStreams() {
  await eachStream('awkward', async (text, style) => assert.equal(await text, greeting, style))
}

async function cutStreamsFail() {
  await eachStream('cut', (text, style) => assert.rejects(text, ConnectionError, style))
}

async function shortStreamsFail() {
  await eachStream('short', (text, style) => (style === 'content' ? text.then(() => {}) : assert.rejects(text, ConnectionError, style)))
}

async function errorEventsAreThrown() {
  await eachStream('broken', async (text, style) => {
    const error: unknown = await text.catch((reason: unknown) => reason)
    assert.ok(error instanceof StreamError, style)
    assert.deepEqual([error.code, error.requestId], ['server_error', 'req_scripted'], style)
    assert.notEqual(error.message, 'the stream failed')
  })
}

async function leavingALoopClosesTheConnection() {
  for (const stream of Object.values(streams)) {
    const { anywire, seen } = scenario('endless')
    for await (const _ of await stream(anywire)) break
    await until(async () => (await seen()).closed)
  }
}

async function closingClosesTheConnection() {
  const { anywire, seen } = scenario('endless')
  const stream = await anywire.chatCompletions.stream(chat)
  stream.close()
  await until(async () => (await seen()).closed)
}

async function until(condition: () => Promise<boolean>) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail('the connection is open')
}

async function silenceTimesOut() {
  const silent = scenario('silent', { timeout: 100, retries: 0 })
  await assert.rejects(silent.anywire.chatCompletions.create(chat), TimeoutError)
  const stalled = await scenario('stalled', { timeout: 100 }).anywire.chatCompletions.stream(chat)
  await assert.rejects(stalled.text(), TimeoutError)
}

async function signalsEndRequests() {
  const { anywire, seen } = scenario('silent')
  const reason = new Error('enough')
  const controller = new AbortController()
  setTimeout(() => controller.abort(reason), 50)
  await assert.rejects(anywire.chatCompletions.create(chat, { signal: controller.signal }), reason)
  assert.equal((await seen()).requests.length, 1)

  const endless = new AbortController()
  const stream = await scenario('endless').anywire.chatCompletions.stream(chat, { signal: endless.signal })
  await assert.rejects(async () => {
    for await (const _ of stream) endless.abort(reason)
  }, reason)
}

async function refusesStrangeReplies() {
  const reads = [
    () => scenario('garbled').anywire.chatCompletions.create(chat),
    async () => (await scenario('garbled-event').anywire.chatCompletions.stream(chat)).text(),
  ]
  for (const read of reads)
    await assert.rejects(
      read,
      (error) => error instanceof UnreadableReplyError && error.text === 'sk-reply' && !error.message.includes('sk-'),
    )
}

async function errorsTellNoSecrets() {
  for (const name of ['refused', 'page', 'dropped', 'cut', 'broken', 'silent'])
    await assert.rejects(
      async () => (await streams.messages(scenario(name, { timeout: 150, retries: 0 }).anywire)).text(),
      (error) => error instanceof AnywireError && !inspect(error).includes(token),
      name,
    )
  assert.throws(
    () => new Anywire({ token: `${token}\n${token}` }),
    (error) => error instanceof TypeError && !inspect(error).includes(token),
  )
}

await report([
  retriesAfterTheTimeAskedFor,
  retriesAfterSeconds,
  retriesBeforeAStream,
  retriesGeneratedOperations,
  retriesConnections,
  givesUp,
  doesNotRetryInVain,
  retriesAsOftenAsAsked,
  describesErrors,
  eachStatusHasItsType,
  readsEventsAsTheyCome,
  readsAwkwardStreams,
  cutStreamsFail,
  shortStreamsFail,
  errorEventsAreThrown,
  leavingALoopClosesTheConnection,
  closingClosesTheConnection,
  silenceTimesOut,
  signalsEndRequests,
  refusesStrangeReplies,
  errorsTellNoSecrets,
])
