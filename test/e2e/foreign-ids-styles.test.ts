// Ids of a provider's objects in the styles beside responses.
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { tokens } from './two-owners.js'

let upstream: FakeUpstream
let gateway: RunningGateway

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

interface Style {
  readonly path: string
  readonly headers: (key: string) => Record<string, string>
  /** A question that leads to objects, and its reply, whole and streamed. */
  readonly making: object
  readonly whole: object
  readonly events: readonly object[]
  /** Requests that name these objects. */
  readonly naming: readonly (readonly [string, object])[]
  readonly unseen: readonly (readonly [string, object])[]
  readonly refusal: (id: string) => object
  readonly status: number
}

const container = { id: 'container_ada', expires_at: '2030-01-01T00:00:00Z' }
const ran = {
  type: 'bash_code_execution_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: {
    type: 'bash_code_execution_result',
    stdout: '',
    stderr: '',
    return_code: 0,
    content: [{ type: 'bash_code_execution_output', file_id: 'file_ada' }],
  },
}
const usage = { input_tokens: 1, output_tokens: 1 }
const message = { id: 'msg_ada', type: 'message', role: 'assistant', model: 'x', stop_reason: 'end_turn', stop_sequence: null, usage }
const asks = (content: unknown): object => ({ messages: [{ role: 'user', content }] })
const document = (id: string): object => asks([{ type: 'document', source: { type: 'file', file_id: id } }])

const chatChunk = (delta: object, finish: string | null): object => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'x',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const spoken = (id: string): object => ({
  messages: [
    { role: 'user', content: 'hi' },
    { role: 'assistant', audio: { id } },
    { role: 'user', content: 'and?' },
  ],
})

const styles: Readonly<Record<'messages' | 'chat', Style>> = {
  messages: {
    path: '/v1/messages',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    making: { ...asks('hi'), tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] },
    whole: { ...message, container, content: [{ type: 'text', text: 'ok' }, ran] },
    events: [
      { type: 'message_start', message: { ...message, stop_reason: null, content: [] } },
      { type: 'content_block_start', index: 0, content_block: ran },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'ok' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null, container }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ],
    naming: [
      ['container', { ...asks('hi'), container: 'container_ada' }],
      ['container with skills', { ...asks('hi'), container: { id: 'container_ada' } }],
      ['file', document('file_ada')],
      ['file, written with an escape', { ...document('file_ada'), escaped: true }],
      ['upload', asks([{ type: 'container_upload', file_id: 'file_ada' }])],
      ['message', { ...asks('hi'), diagnostics: { previous_message_id: 'msg_ada' } }],
    ],
    unseen: [
      ['container', { ...asks('hi'), container: 'container_console' }],
      ['file', document('file_console')],
      ['skill', { ...asks('hi'), container: { skills: [{ type: 'custom', skill_id: 'skill_console' }] } }],
    ],
    refusal: (id) => ({
      type: 'error',
      error: { type: 'not_found_error', message: expect.stringContaining(`with id '${id}' not found.`) },
    }),
    status: 404,
  },
  chat: {
    path: '/v1/chat/completions',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    making: { messages: [{ role: 'user', content: 'hi' }], modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'pcm16' } },
    whole: {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'x',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, audio: { id: 'audio_ada', data: 'AA==', transcript: 'ok', expires_at: 9 } },
          finish_reason: 'stop',
        },
      ],
    },
    events: [
      chatChunk({ role: 'assistant', audio: { id: 'audio_ada', transcript: 'ok' } }, null),
      chatChunk({ audio: { id: 'audio_ada', data: 'AA==' } }, null),
      chatChunk({}, 'stop'),
    ],
    naming: [['audio', spoken('audio_ada')]],
    unseen: [
      ['audio', spoken('audio_console')],
      ['file', asks([{ type: 'file', file: { file_id: 'file_console' } }])],
      ['vector store', { ...asks('hi'), tools: [{ type: 'file_search', vector_store_ids: ['vs_console'] }] }],
    ],
    refusal: (id) => ({
      error: { type: 'invalid_request_error', code: 'not_found', message: expect.stringContaining(`with id '${id}' not found.`) },
    }),
    status: 400,
  },
}

/** Answers what was asked, streamed or not, and keeps to the id that a request for a container names. */
function script({ whole, events }: Style): void {
  upstream.reply = ({ body }, response) => {
    const asked = JSON.parse(body.toString()) as { stream?: boolean; container?: string }
    if (asked.stream !== true) {
      const reply = asked.container === undefined ? whole : { ...whole, container: { ...container, id: asked.container } }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const frames = events.map((event) => `${'type' in event ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    response.end(`${frames.join('')}${'object' in whole ? 'data: [DONE]\n\n' : ''}`)
  }
}

async function ask(style: Style, key: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
  const model = style.path === '/v1/messages' ? 'm-anthropic' : 'm-openai'
  const { escaped, ...rest } = body as { readonly escaped?: boolean }
  const text = JSON.stringify({ model, max_tokens: 9, ...rest })
  const reply = await fetch(gateway.address + style.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...style.headers(key) },
    body: escaped === true ? text.replace('"file_id"', '"file\\u005fid"') : text,
  })
  return { status: reply.status, text: await reply.text() }
}

describe.each(Object.keys(styles) as (keyof typeof styles)[])('%s', (name) => {
  const style = styles[name]

  test.each([false, true])('objects of one owner are not there for another; made by a reply that was streamed: %s', async (stream) => {
    gateway = await gatewayFor(upstream, { tokens })
    script(style)
    expect((await ask(style, 'sk-ada', { ...style.making, stream })).status).toBe(200)
    for (const [noun, body] of style.naming) {
      const calls = upstream.calls.length
      const refused = await ask(style, 'sk-bob', body)
      expect([noun, refused.status, upstream.calls.length]).toEqual([noun, style.status, calls])
      expect(JSON.parse(refused.text)).toMatchObject(style.refusal(/with id '(\w+_ada)'/.exec(refused.text)?.[1] ?? ''))
      expect([noun, (await ask(style, 'sk-ada', body)).status]).toEqual([noun, 200])
    }
    // What was never seen is the provider's to judge.
    for (const [noun, body] of style.unseen) expect([noun, (await ask(style, 'sk-bob', body)).status]).toEqual([noun, 200])
  })

  test('with unknown_ids: refuse an unseen id is refused in the same words as another owner’s', async () => {
    gateway = await gatewayFor(upstream, { tokens, unknown_ids: 'refuse' })
    script(style)
    await ask(style, 'sk-ada', style.making)
    const calls = upstream.calls.length
    for (const [noun, body] of style.unseen) {
      const refused = await ask(style, 'sk-ada', body)
      expect([noun, refused.status]).toEqual([noun, style.status])
      expect(JSON.parse(refused.text)).toMatchObject(style.refusal(/with id '(\w+)'/.exec(refused.text)?.[1] ?? ''))
    }
    expect(upstream.calls.length).toBe(calls)
    const foreign = style.naming[0]?.[1] ?? {}
    const unknown = JSON.parse(JSON.stringify(foreign).replaceAll('_ada', '_xyz')) as object
    const strip = (text: string): string => text.replaceAll(/req_\w+/g, 'REQUEST').replaceAll(/_(?:ada|xyz)/g, '_ID')
    expect(strip((await ask(style, 'sk-bob', foreign)).text)).toBe(strip((await ask(style, 'sk-bob', unknown)).text))
    expect((await ask(style, 'sk-ada', foreign)).status).toBe(200)
  })
})

test('an object that a request named existed before: it does not become the property of whoever names it first', async () => {
  gateway = await gatewayFor(upstream, { tokens })
  const style = styles.messages
  script(style)
  const body = { ...style.making, container: 'container_console' }
  expect([(await ask(style, 'sk-ada', body)).status, (await ask(style, 'sk-bob', body)).status]).toEqual([200, 200])
})

const geminiNaming: readonly (readonly [string, object])[] = [
  ['cached content', { cachedContent: 'cachedContents/console', contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }],
  [
    'file',
    {
      contents: [
        {
          role: 'user',
          parts: [{ fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/console', mimeType: 'a/b' } }],
        },
      ],
    },
  ],
  [
    'file, in the other spelling',
    { contents: [{ role: 'user', parts: [{ file_data: { file_uri: 'files/console', mime_type: 'a/b' } }] }] },
  ],
  ['file of a bucket', { contents: [{ role: 'user', parts: [{ fileData: { fileUri: 'gs://bucket/a.pdf', mimeType: 'a/b' } }] }] }],
  [
    'file search store',
    {
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      tools: [{ fileSearch: { fileSearchStoreNames: ['fileSearchStores/console'] } }],
    },
  ],
]

test.each(['pass', 'refuse'])('generate content, unknown_ids: %s', async (unknown) => {
  gateway = await gatewayFor(upstream, { tokens, unknown_ids: unknown })
  upstream.reply = ({ request }, response) => {
    const answer =
      request.url?.includes(':countTokens') === true
        ? { totalTokens: 5 }
        : { candidates: [{ content: { parts: [{ text: 'ok' }] }, finishReason: 'STOP' }] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
  const send = async (verb: string, body: object): Promise<Response> =>
    fetch(`${gateway.address}/v1beta/models/m-gemini:${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': 'sk-ada' },
      body: JSON.stringify(body),
    })
  for (const [noun, body] of geminiNaming)
    for (const [verb, asked] of [
      ['generateContent', body],
      ['countTokens', { generateContentRequest: { model: 'models/m-gemini', ...body } }],
    ] as const) {
      const reply = await send(verb, asked)
      const text = await reply.text()
      expect([noun, verb, reply.status]).toEqual([noun, verb, unknown === 'pass' ? 200 : 403])
      if (unknown === 'refuse') expect(JSON.parse(text)).toMatchObject({ error: { code: 403, status: 'PERMISSION_DENIED' } })
    }
  // A public address is nobody's.
  const video = { contents: [{ role: 'user', parts: [{ fileData: { fileUri: 'https://www.youtube.com/watch?v=1' } }] }] }
  expect((await send('generateContent', video)).status).toBe(200)
})

test('images to be edited and recordings that are named by an id', async () => {
  gateway = await gatewayFor(upstream, { tokens, unknown_ids: 'refuse' })
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"heard"}')
  const edit = await fetch(`${gateway.address}/v1/images/edits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-ada' },
    body: JSON.stringify({ model: 'm-openai', prompt: 'blue', images: [{ file_id: 'file_console' }] }),
  })
  expect([edit.status, await edit.text()]).toEqual([400, expect.stringContaining("File with id 'file_console' not found.")])
  const form = new FormData()
  form.set('model', 'm-openai')
  form.set('file_id', 'file_console')
  const heard = await fetch(`${gateway.address}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-ada' },
    body: form,
  })
  expect([heard.status, await heard.text()]).toEqual([400, expect.stringContaining('"param":"file_id"')])
  expect(upstream.calls).toHaveLength(0)
})
