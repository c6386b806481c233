import busboy from 'busboy'
import { readdirSync, readlinkSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, kinds, rawExchange, token, type Kind, type UpstreamRequest } from './gateway.js'
import { goodStreams } from './upstream-streams.js'
import { until } from './waiting.js'

let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream)
})
beforeEach(() => {
  upstream.calls.length = 0
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const authorization = `Bearer ${token}`
const json = (value: unknown) => (_call: UpstreamRequest, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(gateway.address + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

interface Sent {
  readonly model?: string
  readonly last?: boolean
  readonly bytes?: number
  readonly fields?: Readonly<Record<string, string>>
}

function form({ model = 'm-openai', last = false, bytes = 44, fields = {} }: Sent): FormData {
  const data = new FormData()
  if (!last) data.append('model', model)
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  data.append('file', new Blob([new Uint8Array(bytes).fill(7)], { type: 'audio/wav' }), 'note.wav')
  if (last) data.append('model', model)
  return data
}

function upload(path: string, body: FormData): Promise<Response> {
  return fetch(gateway.address + path, { method: 'POST', headers: { authorization }, body })
}

/** Where a descriptor leads; `undefined` where it is closed meanwhile. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

const jsonOf = async (reply: Response): Promise<Record<string, unknown>> => (await reply.json()) as Record<string, unknown>
const bodyOf = (index = 0): Record<string, unknown> => JSON.parse(upstream.calls[index]?.body.toString() ?? '{}') as Record<string, unknown>

describe.each(kinds.filter((kind) => kind !== 'openai' && kind !== 'responses'))('completions in front of %s', (kind: Kind) => {
  const frames = goodStreams[kind]
  const ask = (written: number): Promise<Response> => {
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const frame of frames.slice(0, written)) response.write(frame)
      if (written < frames.length) setTimeout(() => response.destroy(), 20)
      else response.end()
    }
    return post('/v1/completions', { model: `m-${kind}`, prompt: 'Hello', stream: true })
  }

  test('a stream of text, one [DONE]', async () => {
    const text = await (await ask(frames.length)).text()
    const chunks = text.split('\n\n').filter((frame) => frame !== '')
    expect(chunks.at(-1)).toBe('data: [DONE]')
    const parsed = chunks
      .slice(0, -1)
      .map((chunk) => JSON.parse(chunk.slice(6)) as { object: string; choices: { text: string; finish_reason: string | null }[] })
    expect(parsed.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe('Grüße, 你好 🙂.')
    expect(parsed.every(({ object }) => object === 'text_completion')).toBe(true)
    expect(parsed.filter(({ choices }) => typeof choices[0]?.finish_reason === 'string')).toHaveLength(1)
  })

  test('cut after any frame it never looks finished', async () => {
    // Gemini's last frame is its terminal mark.
    for (let written = 0; written < frames.length - 1; written++) {
      const reply = await ask(written)
      const text = await reply.text()
      expect(text).not.toContain('[DONE]')
      if (reply.status === 200)
        expect(text.trimEnd().split('\n\n').at(-1)).toMatch(/^data: \{"error":\{.*"code":"upstream_disconnected"\}\}$/)
      else expect(reply.status).toBe(502)
    }
  })
})

describe('relayed completions', () => {
  test('a broken stream gets an error frame in place of its end', async () => {
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(
        'data: {"id":"c","object":"text_completion","created":1,"model":"m","choices":[{"text":"a","index":0,"finish_reason":null}]}\n\n',
      )
      response.end()
    }
    const text = await (await post('/v1/completions', { model: 'm-openai', prompt: 'Hello', stream: true })).text()
    expect(text).toMatch(/"text":"a"[^]*\n\ndata: \{"error":.*upstream_disconnected.*\n\n$/)
  })

  test('an error object with status 200 is a failure', async () => {
    upstream.reply = json({ error: { message: 'no memory', type: 'server_error' } })
    const reply = await post('/v1/completions', { model: 'm-openai', prompt: 'Hello' })
    expect([reply.status, ((await jsonOf(reply)).error as { message: string }).message]).toEqual([502, 'no memory'])
  })
})

describe('speech', () => {
  const ask = (): Promise<Response> => post('/v1/audio/speech', { model: 'm-openai', input: 'Hi.', voice: 'alloy' })

  test('audio is passed on as it comes', async () => {
    let go: () => void = () => undefined
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      response.write(Buffer.from([1, 2, 3]))
      go = () => response.end(Buffer.from([4]))
    }
    const reply = await ask()
    expect(reply.headers.get('content-type')).toBe('audio/mpeg')
    expect(upstream.calls[0]?.request.headers.accept).toBe('*/*')
    const reader = reply.body?.getReader()
    expect((await reader?.read())?.value).toEqual(new Uint8Array([1, 2, 3]))
    go()
    expect((await reader?.read())?.value).toEqual(new Uint8Array([4]))
  })

  test('a break is a broken connection, not an end', async () => {
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 100 })
      response.write(Buffer.from([1, 2, 3]))
      setTimeout(() => response.destroy(), 20)
    }
    await expect((await ask()).arrayBuffer()).rejects.toThrow()
  })

  test.each<[string, Record<string, string>, string]>([
    ['a page of HTML', { 'content-type': 'text/html' }, '<html></html>'],
    ['nothing', { 'content-type': 'audio/mpeg' }, ''],
    ['an error object', { 'content-type': 'application/json' }, '{"error":{"message":"no voice"}}'],
  ])('%s with status 200 is a 502 in JSON', async (_, headers, body) => {
    upstream.reply = (_call, response) => {
      response.writeHead(200, headers).end(body)
    }
    const reply = await ask()
    expect([reply.status, reply.headers.get('content-type')]).toEqual([502, 'application/json'])
  })

  test('when the client disconnects, the request to the provider ends', async () => {
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      response.write(Buffer.from([1]))
    }
    const abort = new AbortController()
    const reply = await fetch(`${gateway.address}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm-openai', input: 'Hi.', voice: 'alloy' }),
      signal: abort.signal,
    })
    await reply.body?.getReader().read()
    abort.abort()
    await until('the provider is hung up on', () => upstream.calls[0]?.aborted === true)
  })
})

describe('forms', () => {
  test.each([
    ['small', 44],
    ['large', 3 * 1024 * 1024],
  ])('a %s file arrives whole, the model before or after it', async (_, bytes) => {
    upstream.reply = json({ text: 'Hello.' })
    for (const last of [false, true]) {
      const reply = await upload('/v1/audio/transcriptions', form({ bytes, last, fields: { language: 'en' } }))
      expect([reply.status, await jsonOf(reply)]).toEqual([200, { text: 'Hello.' }])
    }
    for (const call of upstream.calls)
      expect(await arrived(call)).toEqual({ model: 'up-model', language: 'en', file: ['note.wav', 'audio/wav', bytes] })
    expect(upstream.calls).toHaveLength(2)
  })

  test.each<[string, FormData, number, string]>([
    ['a file over 25 MiB', form({ bytes: 25 * 1024 * 1024 + 1 }), 413, 'request_too_large'],
    ['a field over 1 MiB', form({ fields: { prompt: 'x'.repeat(1024 * 1024 + 1) } }), 413, 'request_too_large'],
    [
      'more than 32 parts',
      form({ fields: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 'x'])) }),
      413,
      'request_too_large',
    ],
    ['a model that does not exist', form({ model: 'nope' }), 404, 'model_not_found'],
    ['a model that cannot hear', form({ model: 'm-anthropic' }), 400, 'invalid_request'],
  ])('%s', async (_, body, status, code) => {
    upstream.reply = json({ text: 'Hello.' })
    const reply = await upload('/v1/audio/transcriptions', body)
    expect([reply.status, ((await jsonOf(reply)).error as { code: string }).code]).toEqual([status, code])
  })

  const head = (type: string, length: number): string =>
    `POST /v1/audio/transcriptions HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`
  test.each([
    ['no boundary', 'multipart/form-data', 'abc'],
    [
      'another boundary',
      'multipart/form-data; boundary=YY',
      '--XX\r\nContent-Disposition: form-data; name="model"\r\n\r\nm-openai\r\n--XX--\r\n',
    ],
    ['no end', 'multipart/form-data; boundary=XX', '--XX\r\nContent-Disposition: form-data; name="model"\r\n\r\nm-openai'],
  ])('a form with %s is a 400 and no call', async (_, type, body) => {
    expect(await rawExchange(gateway.address, head(type, body.length) + body)).toMatch(/^HTTP\/1\.1 400 /)
    expect(upstream.calls).toHaveLength(0)
  })

  test('a form larger than the limit is a 413 before it is read', async () => {
    expect(await rawExchange(gateway.address, head('multipart/form-data; boundary=XX', 30_000_000))).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a boundary that is more than a token is quoted for the provider', async () => {
    upstream.reply = json({ text: 'Hello.' })
    const part = (name: string, value: string): string => `--gate way:1\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`
    const body = `${part('name="model"', 'm-openai')}${part('name="file"; filename="note.wav"', 'sound')}--gate way:1--\r\n`
    const type = 'multipart/form-data; boundary="gate way:1"'
    expect(await rawExchange(gateway.address, head(type, body.length) + body)).toMatch(/^HTTP\/1\.1 200 /)
    const [call] = upstream.calls
    expect(call?.request.headers['content-type']).toBe(type)
    expect(call && (await arrived(call))).toMatchObject({ model: 'up-model', file: ['note.wav', expect.any(String), 5] })
  })

  test('temporary files are closed, which removes them', async () => {
    upstream.reply = json({ text: 'Hello.' })
    await (await upload('/v1/audio/transcriptions', form({ bytes: 3 * 1024 * 1024, last: true }))).text()
    const open = (): string[] => readdirSync('/proc/self/fd').flatMap((file) => linkOf(`/proc/self/fd/${file}`) ?? [])
    await until('they are closed', () => !open().some((path) => path.includes('anywire-upload-')))
  })

  test('a provider that fails after it had part of the form is the last one, and its error the answer', async () => {
    const other = await gatewayFor(upstream, {
      retries: { attempts: 2 },
      models: [{ name: 'm-openai', targets: ['openai', 'responses'].map((provider) => ({ provider, model: 'up-model' })) }],
    })
    upstream.reply = (_call, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"out of order"}}')
    }
    const reply = await fetch(`${other.address}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization },
      body: form({ bytes: 3 * 1024 * 1024 }),
    })
    expect([await jsonOf(reply), upstream.calls.length]).toEqual([{ error: expect.objectContaining({ message: 'out of order' }) }, 1])
    await other.stop()
  })

  test('a form that is read whole takes memory for what is made of it', async () => {
    const little = await gatewayFor(upstream, { limits: { body_bytes: 65_536, memory_bytes: 8 * 1024 * 1024 } })
    upstream.reply = json({ text: 'Hello.' })
    const ask = (model: string): Promise<Response> =>
      fetch(`${little.address}/v1/audio/transcriptions`, {
        method: 'POST',
        headers: { authorization },
        body: form({ model, bytes: 1.5 * 1024 * 1024 }),
      })
    const [passedOn, whole] = [await ask('m-openai'), await ask('m-gemini')]
    expect([passedOn.status, whole.status, upstream.calls.length]).toEqual([200, 503, 1])
    await little.stop()
  })

  test("an upstream's refusal reaches the client in the midst of the upload", async () => {
    upstream.reply = (_call, response) => {
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"error":{"message":"bad sound","type":"invalid_request_error","param":"file","code":"x"}}')
    }
    const reply = await upload('/v1/audio/transcriptions', form({ bytes: 5 * 1024 * 1024 }))
    expect([reply.status, await jsonOf(reply)]).toEqual([
      400,
      { error: { message: 'bad sound', type: 'invalid_request_error', param: 'file', code: 'x' } },
    ])
  })
})

describe('Gemini in the place of OpenAI', () => {
  const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 9 }
  const said = (part: object): object => ({
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata,
  })

  test('generates images', async () => {
    upstream.reply = json(said({ inlineData: { mimeType: 'image/png', data: 'AA==' } }))
    const reply = await post('/v1/images/generations', { model: 'm-gemini', prompt: 'A dot.', n: 2, size: '1024x1024' })
    const images = await jsonOf(reply)
    expect(images).toMatchObject({ data: [{ b64_json: 'AA==' }, { b64_json: 'AA==' }], usage: { total_tokens: 24 } })
    expect(Math.abs(Number(images['created']) - Date.now() / 1000)).toBeLessThan(60)
    expect(reply.headers.get('x-anywire-conversion')).toBe('image-generations>gemini; lossy; approximated=/size')
    expect(upstream.calls.map(({ request }) => request.url)).toEqual(Array(2).fill('/gemini/v1beta/models/up-model:generateContent'))
  })

  test('takes from the rate of its token what it sends', async () => {
    upstream.reply = json(said({ inlineData: { mimeType: 'image/png', data: 'AA==' } }))
    const limited = await gatewayFor(upstream, { tokens: [{ name: 'limited', key: 'sk-limited', requests_per_minute: 3 }] })
    const statuses: number[] = []
    for (let time = 0; time < 2; time++) {
      const reply = await fetch(`${limited.address}/v1/images/generations`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-limited', 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm-gemini', prompt: 'A dot.', n: 2 }),
      })
      statuses.push(reply.status)
    }
    await limited.stop()
    expect([statuses, upstream.calls.length]).toEqual([[200, 429], 2])
  })

  test('edits images of a form', async () => {
    upstream.reply = json(said({ inlineData: { mimeType: 'image/png', data: 'AA==' } }))
    const data = new FormData()
    data.append('image', new Blob([new Uint8Array([1])], { type: 'image/png' }), 'a.png')
    data.append('prompt', 'Bluer.')
    data.append('model', 'm-gemini')
    expect(await jsonOf(await upload('/v1/images/edits', data))).toMatchObject({ data: [{ b64_json: 'AA==' }] })
    expect(bodyOf()).toMatchObject({ contents: [{ parts: [{ text: 'Bluer.' }, { inlineData: { mimeType: 'image/png', data: 'AQ==' } }] }] })
  })

  test('transcribes and speaks', async () => {
    upstream.reply = json(said({ text: 'Hello.' }))
    const heard = await upload('/v1/audio/transcriptions', form({ model: 'm-gemini', fields: { response_format: 'text' } }))
    expect([heard.headers.get('content-type'), await heard.text()]).toEqual(['text/plain; charset=utf-8', 'Hello.\n'])
    upstream.reply = json(said({ inlineData: { mimeType: 'audio/L16;rate=24000', data: 'AAEC' } }))
    const spoken = await post('/v1/audio/speech', { model: 'm-gemini', input: 'Hi.', voice: 'Kore', response_format: 'pcm' })
    expect([spoken.headers.get('content-type'), Buffer.from(await spoken.arrayBuffer())]).toEqual(['audio/pcm', Buffer.from([0, 1, 2])])
  })

  test('makes embeddings in several requests', async () => {
    upstream.reply = (call, response) => {
      const { requests } = JSON.parse(call.body.toString()) as { requests: { content: { parts: { text: string }[] } }[] }
      json({ embeddings: requests.map(({ content }) => ({ values: [Number(content.parts[0]?.text)] })) })(call, response)
    }
    const input = Array.from({ length: 250 }, (_, index) => String(index))
    const { data } = (await jsonOf(await post('/v1/embeddings', { model: 'm-gemini', input }))) as { data: { embedding: number[] }[] }
    expect(data.map(({ embedding }) => String(embedding[0]))).toEqual(input)
    expect(upstream.calls).toHaveLength(3)
  })
})

test("Gemini's client in front of other providers", async () => {
  const content = { parts: [{ text: 'pump' }] }
  const ask = (verb: string, body: unknown): Promise<Response> =>
    fetch(`${gateway.address}/v1beta/models/${verb}`, {
      method: 'POST',
      headers: { 'x-goog-api-key': token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  upstream.reply = json({ object: 'list', data: [{ index: 0, embedding: [0.5] }], usage: { prompt_tokens: 1, total_tokens: 1 } })
  expect(await jsonOf(await ask('m-openai:embedContent', { content }))).toEqual({
    embedding: { values: [0.5] },
    usageMetadata: { promptTokenCount: 1 },
  })
  upstream.reply = json({ id: 'e', embeddings: { float: [[0.5]] } })
  expect(await jsonOf(await ask('m-cohere:batchEmbedContents', { requests: [{ model: 'models/m-cohere', content }] }))).toEqual({
    embeddings: [{ values: [0.5] }],
  })
  const refused = await ask('m-anthropic:embedContent', { content })
  expect([refused.status, await jsonOf(refused)]).toMatchObject([400, { error: { code: 400, status: 'INVALID_ARGUMENT' } }])
})

test('a strict request that would lose something is refused before anything is sent', async () => {
  const reply = await fetch(`${gateway.address}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'x-anywire-strict': 'true' },
    body: JSON.stringify({ model: 'm-gemini', prompt: 'A dot.', quality: 'low' }),
  })
  expect([reply.status, ((await jsonOf(reply)).error as { param: string; code: string }).code]).toEqual([400, 'lossy_conversion'])
  expect(upstream.calls).toHaveLength(0)
})

/** The form that reached the provider, read by a library. */
function arrived({ request, body }: UpstreamRequest): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const form: Record<string, unknown> = {}
    const parser = busboy({ headers: request.headers })
    parser.on('field', (name, value) => (form[name] = value))
    parser.on('file', (name, stream, { filename, mimeType }) => {
      let size = 0
      stream.on('data', (chunk: Buffer) => (size += chunk.length)).on('end', () => (form[name] = [filename, mimeType, size]))
    })
    parser.on('close', () => {
      resolve(form)
    })
    parser.on('error', reject)
    parser.end(body)
  })
}
