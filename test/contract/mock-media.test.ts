// The mock's media do what a request asks for, with replies that the contract allows.
import { isObject } from '../../src/json/object.js'
import { startMock, type RunningMock } from '../../src/mock/server.js'
import { documentOf, schemasOf } from './documents.js'
import { readEvents } from './event-stream.js'

let mock: RunningMock

beforeAll(async () => {
  mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
}, 180_000)

afterAll(async () => {
  await mock.stop()
})

type Body = Readonly<Record<string, unknown>>

const authorization = 'Bearer any'

async function post(path: string, body: Body | FormData): Promise<Response> {
  const isForm = body instanceof FormData
  const headers = isForm ? { authorization, prefer: 'pace=0' } : { authorization, prefer: 'pace=0', 'content-type': 'application/json' }
  return fetch(mock.address + path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) })
}

/** The JSON of a reply that fits its schema in the contract. */
async function json(path: string, schema: string, body: Body | FormData): Promise<Body> {
  const reply = await post(path, body)
  const value: unknown = await reply.json()
  expect({ status: reply.status, value, problem: schemasOf('media').component(schema)(value) }).toEqual({
    status: 200,
    value,
    problem: undefined,
  })
  return isObject(value) ? value : {}
}

async function events(path: string, schema: string, body: Body | FormData): Promise<Body[]> {
  const text = await (await post(path, body)).text()
  const values = readEvents(text).flatMap(({ data }) => (data === '[DONE]' ? [] : [JSON.parse(data) as Body]))
  expect(values.flatMap((value) => schemasOf('media').component(schema)(value)?.message ?? [])).toEqual([])
  return values
}

function form(fields: Readonly<Record<string, string>>, file: string): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  data.append(file, new Blob(['x']), `${file}.bin`)
  return data
}

const dot = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

describe('embeddings', () => {
  test('a vector for each input, with the requested dimensions; near texts have near vectors', async () => {
    const input = ['blue sky above', 'a blue sky', 'pumps and valves']
    const { data, usage } = await json('/v1/embeddings', 'EmbeddingList', { model: 'm', input, dimensions: 256 })
    const vectors = (data as { embedding: number[] }[]).map(({ embedding }) => embedding)
    expect(vectors.map(({ length }) => length)).toEqual([256, 256, 256])
    const [first = [], near = [], far = []] = vectors
    expect(dot(first, near)).toBeGreaterThan(dot(first, far) + 0.3)
    expect(dot(first, first)).toBeCloseTo(1)
    expect(usage).toEqual({ prompt_tokens: 11, total_tokens: 11 })
  })

  test('base64 has the same numbers', async () => {
    const [plain, encoded] = await Promise.all(
      ['float', 'base64'].map((encoding_format) => json('/v1/embeddings', 'EmbeddingList', { model: 'm', input: 'sky', encoding_format })),
    )
    const vectorOf = (reply: Body | undefined) => (reply?.['data'] as { embedding: unknown }[])[0]?.embedding
    const bytes = Buffer.from(vectorOf(encoded) as string, 'base64')
    const floats = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
    expect(floats).toEqual((vectorOf(plain) as number[]).map(Math.fround))
  })

  test('token numbers are one input; too many numbers are refused', async () => {
    const { data } = await json('/v1/embeddings', 'EmbeddingList', { model: 'm', input: [1, 2, 3] })
    expect(data).toHaveLength(1)
    expect((await post('/v1/embeddings', { model: 'm', input: 'x', dimensions: 5_000_000 })).status).toBe(400)
  })

  test("Google's operations", async () => {
    const content = { parts: [{ text: 'sky' }] }
    const reply = await post('/v1beta/models/m:batchEmbedContents', {
      requests: [1, 2].map(() => ({ model: 'models/m', content, outputDimensionality: 8 })),
    })
    const { embeddings } = (await reply.json()) as { embeddings: { values: number[] }[] }
    expect(embeddings.map(({ values }) => values.length)).toEqual([8, 8])
  })
})

test('reranking: the documents with the words of the query first, no more than requested', async () => {
  const body = { model: 'm', query: 'red pump', documents: ['a blue door', 'the red pump', 'a red door'], top_n: 2, return_documents: true }
  const { results } = await json('/v1/rerank', 'RerankReply', body)
  expect(results).toEqual([
    { index: 1, relevance_score: 0.99, document: { text: 'the red pump' } },
    { index: 2, relevance_score: 0.5, document: { text: 'a red door' } },
  ])
})

describe('images', () => {
  test('as many as requested, of the requested size', async () => {
    const { data } = await json('/v1/images/generations', 'ImageList', { model: 'm', prompt: 'A pump', n: 3, size: '640x480' })
    const images = (data as { b64_json: string }[]).map(({ b64_json }) => Buffer.from(b64_json, 'base64'))
    expect(images.map((image) => [image.readUInt32BE(16), image.readUInt32BE(20)])).toEqual([
      [640, 480],
      [640, 480],
      [640, 480],
    ])
  })

  test('an address where one is requested, and the requested format', async () => {
    const { data } = await json('/v1/images/generations', 'ImageList', {
      model: 'm',
      prompt: 'A pump',
      response_format: 'url',
      output_format: 'webp',
    })
    expect(data).toEqual([{ url: expect.stringMatching(/^data:image\/webp;base64,/) }])
  })

  test('an edit by form, and one by JSON as a stream with unfinished images', async () => {
    const { data } = await json('/v1/images/edits', 'ImageList', form({ model: 'm', prompt: 'Redder', n: '2' }, 'image'))
    expect(data).toHaveLength(2)
    const streamed = await events('/v1/images/edits', 'ImageStreamEvent', {
      ...{ model: 'm', prompt: 'Redder', stream: true, partial_images: 2 },
      images: [{ image_url: 'https://example.com/a.png' }],
    })
    expect(streamed.map(({ type }) => type)).toEqual(['image_edit.partial_image', 'image_edit.partial_image', 'image_edit.completed'])
  })
})

describe('audio', () => {
  test.each([
    ['mp3', 'audio/mpeg', /^\u00ff\u00fb/],
    ['wav', 'audio/wav', /^RIFF....WAVE/s],
    ['flac', 'audio/flac', /^fLaC/],
    ['opus', 'audio/opus', /^OggS/],
    ['aac', 'audio/aac', /^\u00ff\u00f1/],
    ['pcm', 'audio/pcm', /^\0+$/],
  ])('speech as %s', async (response_format, type, begin) => {
    const reply = await post('/v1/audio/speech', { model: 'm', input: 'Hello.', voice: 'alloy', response_format })
    expect(reply.headers.get('content-type')).toBe(type)
    expect(Buffer.from(await reply.arrayBuffer()).toString('latin1')).toMatch(begin)
  })

  test('speech as events, and an unknown format', async () => {
    const all = await events('/v1/audio/speech', 'AudioSpeechEvent', { model: 'm', input: 'Hello.', voice: 'alloy', stream_format: 'sse' })
    expect(all.map(({ type }) => type)).toEqual(['speech.audio.delta', 'speech.audio.done'])
    const wrong = await post('/v1/audio/speech', { model: 'm', input: 'Hello.', voice: 'alloy', response_format: 'tape' })
    expect({ status: wrong.status, text: await wrong.text() }).toEqual({ status: 400, text: expect.stringContaining('response_format') })
  })

  test.each([
    ['text', /^Hello\. This is the mock\.\n$/],
    ['srt', /^1\n00:00:00,000 --> 00:00:00,500\nHello\.\n\n2\n/],
    ['vtt', /^WEBVTT\n\n00:00:00\.000 --> 00:00:00\.500\nHello\.\n/],
  ])('a transcription as %s', async (response_format, shown) => {
    const reply = await post('/v1/audio/transcriptions', form({ model: 'm', response_format }, 'file'))
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await reply.text()).toMatch(shown)
  })

  test('a detailed transcription has segments and words that cover the text', async () => {
    const data = form({ model: 'm', response_format: 'verbose_json', language: 'de', 'timestamp_granularities[]': 'word' }, 'file')
    data.append('timestamp_granularities[]', 'segment')
    const reply = await json('/v1/audio/transcriptions', 'AudioTranscriptionReply', data)
    const { segments, words, text } = reply as { segments: { text: string }[]; words: { word: string }[]; text: string }
    expect(segments.map((segment) => segment.text).join(' ')).toBe(text)
    expect(words.map(({ word }) => word)).toEqual(['Hello', 'This', 'is', 'the', 'mock'])
    expect(reply).toMatchObject({ task: 'transcribe', language: 'de', duration: 2 })
  })

  test('a streamed transcription is the sum of its pieces, with usage that adds up', async () => {
    const all = await events('/v1/audio/transcriptions', 'AudioTranscriptionEvent', form({ model: 'm', stream: 'true' }, 'file'))
    const done = all.at(-1) as { text: string; usage: Record<string, number> }
    expect(
      all
        .slice(0, -1)
        .map(({ delta }) => delta)
        .join(''),
    ).toBe(done.text)
    expect(done.usage['total_tokens']).toBe((done.usage['input_tokens'] ?? 0) + (done.usage['output_tokens'] ?? 0))
  })

  test('speakers, and a translation', async () => {
    const speakers = await json(
      '/v1/audio/transcriptions',
      'AudioTranscriptionReply',
      form({ model: 'm', response_format: 'diarized_json' }, 'file'),
    )
    expect(speakers['segments']).toMatchObject([{ speaker: 'A' }, { speaker: 'A' }])
    const translation = await json(
      '/v1/audio/translations',
      'AudioTranscriptionReply',
      form({ model: 'm', response_format: 'verbose_json' }, 'file'),
    )
    expect(translation['task']).toBe('translate')
  })
})

describe('completions', () => {
  test('n texts for each prompt, cut at the limit, with the prompt where it is wanted', async () => {
    const body = { model: 'm', prompt: ['When?', 'Now?'], n: 2, max_tokens: 1, echo: true }
    const { choices, usage } = await json('/v1/completions', 'Completion', body)
    expect(choices).toMatchObject([
      { index: 0, text: 'When? At ', finish_reason: 'length' },
      { index: 1, text: 'When? At ' },
      { index: 2, text: 'Now? At ' },
      { index: 3, text: 'Now? At ' },
    ])
    expect(usage).toMatchObject({ completion_tokens: 4 })
  })

  test('the stream is the same text', async () => {
    const body = { model: 'm', prompt: 'When?', stop: '.' }
    const { choices } = await json('/v1/completions', 'Completion', body)
    const chunks = await events('/v1/completions', 'CompletionStreamEvent', {
      ...body,
      stream: true,
      stream_options: { include_usage: true },
    })
    const text = chunks.flatMap(({ choices: list }) => (list as { text: string }[]).map((choice) => choice.text)).join('')
    expect([text, choices]).toEqual([' At six', [expect.objectContaining({ text: ' At six', finish_reason: 'stop' })]])
    expect(chunks.at(-1)?.['usage']).toMatchObject({ completion_tokens: 2 })
  })
})

test('moderations: one result for each text, flagged by its words', async () => {
  const { results } = await json('/v1/moderations', 'ModerationReply', { input: ['A nice day', 'I will attack'] })
  expect(results).toMatchObject([{ flagged: false }, { flagged: true, categories: { violence: true, hate: false } }])
})

test('the counting operations count what the usage of the reply counts', async () => {
  const messages = [{ role: 'user', content: 'x'.repeat(400) }]
  const headers = { authorization, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
  const send = async (path: string, body: Body) =>
    (await (await fetch(mock.address + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Body
  const counted = await send('/v1/messages/count_tokens', { model: 'm', messages })
  const reply = await send('/v1/messages', { model: 'm', messages, max_tokens: 100 })
  expect(counted['input_tokens']).toBe(100)
  expect(reply['usage']).toMatchObject({ input_tokens: 100 })
  const contents = [{ role: 'user', parts: [{ text: 'x'.repeat(400) }] }]
  expect(await send('/v1beta/models/m:countTokens', { contents })).toMatchObject({ totalTokens: 100 })
  const first = { model: 'm', input: 'x'.repeat(400), tools: null }
  expect(await send('/v1/responses/input_tokens', first)).toMatchObject({ input_tokens: 100 })
  const { id } = await send('/v1/responses', { model: 'm', input: 'x'.repeat(400) })
  const second = { model: 'm', input: 'y'.repeat(40), previous_response_id: id }
  const { usage } = await send('/v1/responses', second)
  expect(await send('/v1/responses/input_tokens', second)).toMatchObject({ input_tokens: (usage as { input_tokens: number }).input_tokens })
})

test('an error in the midst of a stream of media', async () => {
  const headers = { authorization, prefer: 'pace=0, error=overloaded, after=1', 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'm', input: 'Hello.', voice: 'alloy', stream_format: 'sse' })
  const text = await (await fetch(`${mock.address}/v1/audio/speech`, { method: 'POST', headers, body })).text()
  expect(text).toContain('The mock was asked to fail with overloaded.')
})
