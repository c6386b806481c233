// Answers of the mock from a file, over HTTP.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMockScript } from '../../src/cli/mock-script.js'
import { statusNames } from '../../src/dialects/generate-content/error-status.js'
import { messagesFailures } from '../../src/dialects/messages/error-types.js'
import { failureStatuses, type FailureKind } from '../../src/exchange/error.js'
import { startMock, type RunningMock } from '../../src/mock/server.js'
import { pageText } from '../docs/snippets.js'
import { documentOf, schemasOf } from './documents.js'
import { errorSchemas, replySchemas } from './mock-schemas.js'
import { clientStyles, question } from './questions.js'

const folder = mkdtempSync(join(tmpdir(), 'anywire-answers-'))
let mock: RunningMock

const kinds = Object.keys(failureStatuses) as FailureKind[]
const file = `
answers:
  - match: { text: colour, model: slow }
    error: { kind: rate_limit_exceeded, message: Not so fast., retry_after: 7 }
  - match: { text: another, stream: true }
    error: { kind: overloaded, message: It breaks here., after: 1 }
  - match: { text: another }
    delay_ms: 100
    reply: Late.
  - match: { text: weather, answers: 0 }
    reply:
      reasoning: Hm.
      calls: [{ name: weather, arguments: { city: Ulm } }]
  - match: { tool_result: weather }
    reply: It is fine in both.
  - match: { path: /v1/models }
    body: { object: list, data: [] }
  - match: { model: parrot }
    echo: true
    stream: { pace_ms: 40 }
  - match: { model: torn }
    reply: This is never whole.
    stream: { cut: 1 }
  - match: { model: teapot }
    status: 418
    body: { short: true }
${kinds.map((kind) => `  - { match: { model: ${kind} }, error: { kind: ${kind} } }`).join('\n')}
  - match: { text: colour }
    times: 1
    reply: Red.
`

beforeAll(async () => {
  const path = join(folder, 'answers.yaml')
  writeFileSync(path, file)
  mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0, answers: readMockScript(path) })
}, 180_000)

afterAll(async () => {
  await mock.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(
  style: (typeof clientStyles)[number],
  name: 'text' | 'turns' | 'tools' | 'tool results',
  model = 'fast',
  stream = false,
) {
  const { path, headers, body } = question(style, name, model, stream)
  const reply = await fetch(mock.address + path, { method: 'POST', headers: { ...headers, prefer: 'pace=0' }, body: JSON.stringify(body) })
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), text: await reply.text() }
}

test.each(clientStyles)('%s: calls, then the answer to their results, as the contract says', async (style) => {
  const call = await ask(style, 'tools')
  expect(schemasOf(style).component(replySchemas[style])(JSON.parse(call.text))).toBeUndefined()
  expect(call.text).toContain('Ulm')
  expect((await ask(style, 'tool results')).text).toContain('It is fine in both.')
})

test('an error with its message and its time to wait', async () => {
  expect(await ask('messages', 'text', 'slow')).toMatchObject({
    status: 429,
    retryAfter: '7',
    text: expect.stringContaining('Not so fast.'),
  })
})

test('a stream that breaks, and a reply that is late', async () => {
  expect((await ask('responses', 'turns', 'fast', true)).text).toContain('It breaks here.')
  const before = performance.now()
  expect((await ask('chat-completions', 'turns')).text).toContain('Late.')
  expect(performance.now() - before).toBeGreaterThan(95)
})

test('the question, at the pace of the file; a stream that is cut; a status', async () => {
  const before = performance.now()
  const { text } = await ask('messages', 'text', 'parrot', true)
  expect(text.match(/event: content_block_delta/g)?.length).toBeGreaterThan(2)
  expect(performance.now() - before).toBeGreaterThan(100)
  expect((await ask('chat-completions', 'text', 'parrot')).text).toContain('"content":"Name a colour."')
  await expect(ask('responses', 'text', 'torn', true)).rejects.toThrow()
  expect(await ask('chat-completions', 'text', 'teapot')).toMatchObject({ status: 418, text: '{"short":true}' })
})

interface ErrorBody {
  readonly error?: { readonly code?: unknown; readonly type?: unknown; readonly status?: unknown }
}

/** What tells clients of a style the kind of an error. */
const nameOf = {
  'chat-completions': ({ error }: ErrorBody) => error?.code,
  responses: ({ error }: ErrorBody) => error?.code,
  messages: ({ error }: ErrorBody) => error?.type,
  'generate-content': ({ error }: ErrorBody) => error?.status,
}

test.each(clientStyles)('%s: every kind of error has its status and its name, as the contract says', async (style) => {
  for (const kind of kinds) {
    const { status, text } = await ask(style, 'text', kind)
    const body = JSON.parse(text) as ErrorBody
    const { type, status: ownStatus = failureStatuses[kind] } = messagesFailures[kind]
    const name = style === 'messages' ? type : style === 'generate-content' ? statusNames[kind] : kind
    expect([kind, status, nameOf[style](body)]).toEqual([kind, style === 'messages' ? ownStatus : failureStatuses[kind], name])
    expect(schemasOf(style).component(errorSchemas[style])(body)).toBeUndefined()
  }
})

test('a body for any operation, and an answer that is given once', async () => {
  const models = await fetch(`${mock.address}/v1/models`, { headers: { authorization: 'Bearer any' } })
  expect(await models.json()).toEqual({ object: 'list', data: [] })
  expect((await ask('chat-completions', 'text')).text).toContain('Red.')
  expect((await ask('chat-completions', 'text')).text).toContain('Air scatters blue light the most.')
})

test.each([
  ['answers:\n  - reply: [', 'broken.yaml:2:'],
  ['answers:\n  - replies: x', 'broken.yaml:2:5: answers[0].replies: is not a key that is known here'],
])('%j is refused with the line', (text, message) => {
  const path = join(folder, 'broken.yaml')
  writeFileSync(path, text)
  expect(() => readMockScript(path)).toThrow(message)
})

test('a file that is not there', () => {
  expect(() => readMockScript(join(folder, 'none.yaml'))).toThrow('cannot be read')
})

test('the file that the page shows is accepted', () => {
  const [, shown = ''] = /```yaml\n([^]*?)```/.exec(pageText('work-against-the-mock.md')) ?? []
  const path = join(folder, 'shown.yaml')
  writeFileSync(path, shown)
  expect(readMockScript(path).take({ path: '/v1/models', model: '', stream: false })).toMatchObject({ body: { object: 'list' } })
})
