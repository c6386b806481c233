// Every media endpoint that a kind of provider is said to have, asked through the gateway: where the call goes, with which key, in which form.
import type { RunningGateway } from '../../src/server/start.js'
import { providerKinds } from '../../src/providers/kinds.js'
import { abilitiesOf, tasks } from '../../src/providers/overview.js'
import type { Service } from '../../src/providers/provider.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'

let upstream: FakeUpstream
let gateway: RunningGateway

/** Models of the kinds whose models differ. */
const models: Readonly<Record<string, readonly string[]>> = {
  vertex: ['gemini-2.5-flash-image', 'text-embedding-005', 'gemini-embedding-001', 'gemini-embedding-2'],
}
const settings: Readonly<Record<string, object>> = { vertex: { project: 'p-1', location: 'us-central1' } }
const withMedia = providerKinds.filter((kind) => kind.media !== undefined || kind.mediaFor !== undefined)

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, {
    providers: withMedia.map(({ kind }) => ({
      name: kind,
      kind,
      base_url: `${upstream.address}/${kind}`,
      api_key: 'up-key',
      ...settings[kind],
    })),
    models: withMedia.flatMap(({ kind }) =>
      (models[kind] ?? ['up-model']).map((model) => ({
        name: models[kind] === undefined ? `m-${kind}` : model,
        targets: [{ provider: kind, model }],
      })),
    ),
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
})

const list = {
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [0.5, 1] }],
  model: 'up-model',
  usage: { prompt_tokens: 1, total_tokens: 1 },
}
const picture = { created: 1, data: [{ b64_json: 'AA==' }] }
const generated = (part: object): object => ({
  candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
})
const inline = (mimeType: string): object => generated({ inlineData: { mimeType, data: 'AAAA' } })

interface Case {
  readonly task: Service
  readonly model: string
  /** Below the provider's base URL. */
  readonly path: string
  readonly key?: Readonly<Record<string, string>>
  readonly reply: object
  /** What the upstream's body must hold. */
  readonly body?: object
}

const bearer = { authorization: 'Bearer up-key' }
const google = '/v1beta/models/up-model'
const vertex = '/v1beta1/projects/p-1/locations/us-central1/publishers/google/models'

const openaiCases = (kind: string, key: Readonly<Record<string, string>> = bearer, prefix = ''): Case[] => {
  const formats = withMedia.find((candidate) => candidate.kind === kind)?.media ?? {}
  const all: Partial<Record<Service, readonly [string, object]>> = {
    completions: [
      '/completions',
      {
        id: 'c',
        object: 'text_completion',
        created: 1,
        model: 'up-model',
        choices: [{ index: 0, text: 'a', finish_reason: 'stop', logprobs: null }],
      },
    ],
    embeddings: ['/embeddings', list],
    'image-generations': ['/images/generations', picture],
    'image-edits': ['/images/edits', picture],
    transcriptions: ['/audio/transcriptions', { text: 'a' }],
    translations: ['/audio/translations', { text: 'a' }],
    speech: ['/audio/speech', { sound: 1 }],
    moderations: ['/moderations', { id: 'm', model: 'up-model', results: [] }],
  }
  return tasks.flatMap((task): Case[] => {
    const found = all[task]
    return formats[task] === 'openai' && found !== undefined
      ? [{ task, model: `m-${kind}`, path: prefix + found[0], reply: found[1], key }]
      : []
  })
}

const ranked = { id: 'r', results: [{ index: 0, relevance_score: 0.5 }], meta: { billed_units: { search_units: 1 } } }

const cases: readonly Case[] = [
  ...[
    'openai',
    'mistral',
    'groq',
    'deepseek',
    'xai',
    'openrouter',
    'together',
    'fireworks',
    'perplexity',
    'cerebras',
    'ollama',
    'vllm',
    'lm-studio',
    'openai-compatible',
  ].flatMap((kind) => openaiCases(kind)),
  ...openaiCases('azure-openai', { 'api-key': 'up-key' }, '/openai/v1'),
  { task: 'embeddings', model: 'm-mistral', path: '/embeddings', reply: list, body: { model: 'up-model' } },
  { task: 'embeddings', model: 'm-jina', path: '/embeddings', reply: list, body: { model: 'up-model' } },
  { task: 'embeddings', model: 'm-voyage', path: '/embeddings', reply: list, body: { model: 'up-model' } },
  {
    task: 'embeddings',
    model: 'm-cohere',
    path: '/v2/embed',
    reply: { id: 'e', embeddings: { float: [[0.5, 1]] }, meta: {} },
    body: { texts: ['a'], embedding_types: ['float'] },
  },
  {
    task: 'embeddings',
    model: 'm-gemini',
    path: `${google}:batchEmbedContents`,
    key: { 'x-goog-api-key': 'up-key' },
    reply: { embeddings: [{ values: [0.5, 1] }] },
  },
  {
    task: 'embeddings',
    model: 'text-embedding-005',
    path: `${vertex}/text-embedding-005:predict`,
    reply: { predictions: [{ embeddings: { values: [0.5, 1], statistics: { token_count: 1 } } }] },
    body: { instances: [{ content: 'a' }] },
  },
  {
    task: 'embeddings',
    model: 'gemini-embedding-001',
    path: `${vertex}/gemini-embedding-001:predict`,
    reply: { predictions: [{ embeddings: { values: [0.5, 1] } }] },
    body: { instances: [{ content: 'a' }] },
  },
  {
    task: 'embeddings',
    model: 'gemini-embedding-2',
    path: `${vertex}/gemini-embedding-2:embedContent`,
    reply: { embedding: { values: [0.5, 1] } },
    body: { content: { parts: [{ text: 'a' }] } },
  },
  {
    task: 'image-generations',
    model: 'm-gemini',
    path: `${google}:generateContent`,
    key: { 'x-goog-api-key': 'up-key' },
    reply: inline('image/png'),
  },
  {
    task: 'image-edits',
    model: 'm-gemini',
    path: `${google}:generateContent`,
    key: { 'x-goog-api-key': 'up-key' },
    reply: inline('image/png'),
  },
  {
    task: 'transcriptions',
    model: 'm-gemini',
    path: `${google}:generateContent`,
    key: { 'x-goog-api-key': 'up-key' },
    reply: generated({ text: 'a' }),
  },
  {
    task: 'translations',
    model: 'm-gemini',
    path: `${google}:generateContent`,
    key: { 'x-goog-api-key': 'up-key' },
    reply: generated({ text: 'a' }),
  },
  {
    task: 'speech',
    model: 'm-gemini',
    path: `${google}:generateContent`,
    key: { 'x-goog-api-key': 'up-key' },
    reply: inline('audio/L16;rate=24000'),
  },
  {
    task: 'image-generations',
    model: 'gemini-2.5-flash-image',
    path: `${vertex}/gemini-2.5-flash-image:generateContent`,
    reply: inline('image/png'),
  },
  {
    task: 'image-edits',
    model: 'gemini-2.5-flash-image',
    path: `${vertex}/gemini-2.5-flash-image:generateContent`,
    reply: inline('image/png'),
  },
  {
    task: 'transcriptions',
    model: 'gemini-2.5-flash-image',
    path: `${vertex}/gemini-2.5-flash-image:generateContent`,
    reply: generated({ text: 'a' }),
  },
  {
    task: 'translations',
    model: 'gemini-2.5-flash-image',
    path: `${vertex}/gemini-2.5-flash-image:generateContent`,
    reply: generated({ text: 'a' }),
  },
  {
    task: 'speech',
    model: 'gemini-2.5-flash-image',
    path: `${vertex}/gemini-2.5-flash-image:generateContent`,
    reply: inline('audio/L16;rate=24000'),
  },
  { task: 'speech', model: 'm-mistral', path: '/audio/speech', reply: { audio_data: 'AAAA' } },
  { task: 'rerank', model: 'm-cohere', path: '/v2/rerank', reply: ranked },
  ...['openrouter', 'together', 'fireworks', 'jina', 'vllm', 'openai-compatible'].map((kind): Case => ({
    task: 'rerank',
    model: `m-${kind}`,
    path: '/rerank',
    reply: ranked,
  })),
  {
    task: 'rerank',
    model: 'm-voyage',
    path: '/rerank',
    reply: { object: 'list', data: [{ index: 0, relevance_score: 0.5 }], model: 'up-model', usage: { total_tokens: 3 } },
  },
]

function ask(task: Service, model: string): Promise<Response> {
  const send = (path: string, body: object): Promise<Response> =>
    fetch(gateway.address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, ...body }),
    })
  const upload = (path: string, name: string, type: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> => {
    const form = new FormData()
    form.append('model', model)
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append(name, new Blob([new Uint8Array(8)], { type }), type === 'image/png' ? 'a.png' : 'a.wav')
    return fetch(gateway.address + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
  }
  switch (task) {
    case 'completions':
      return send('/v1/completions', { prompt: 'a' })
    case 'embeddings':
      return send('/v1/embeddings', { input: ['a'] })
    case 'image-generations':
      return send('/v1/images/generations', { prompt: 'a' })
    case 'image-edits':
      return upload('/v1/images/edits', 'image', 'image/png', { prompt: 'a' })
    case 'transcriptions':
      return upload('/v1/audio/transcriptions', 'file', 'audio/wav')
    case 'translations':
      return upload('/v1/audio/translations', 'file', 'audio/wav')
    case 'speech':
      return send('/v1/audio/speech', { input: 'a', voice: 'alloy', response_format: 'wav' })
    case 'rerank':
      return send('/v1/rerank', { query: 'a', documents: ['b'] })
    case 'moderations':
      return send('/v1/moderations', { input: 'a' })
    case 'realtime':
      throw new Error('a connection of its own')
  }
}

test.each(cases.map((each) => [each.task, each.model, each.path, each] as const))(
  '%s of %s are asked for at %s',
  async (task, model, path, each) => {
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(each.reply))
    }
    const reply = await ask(task, model)
    expect([reply.status, reply.status === 200 ? '' : await reply.text()]).toEqual([200, ''])
    const [asked] = upstream.calls
    expect(asked?.request.url?.replace(/^\/[^/]+/, '')).toBe(path)
    expect(asked?.request.headers).toMatchObject(each.key ?? bearer)
    if (each.body !== undefined) expect(JSON.parse(asked?.body.toString() ?? '')).toMatchObject(each.body)
  },
)

test('every endpoint that the docs promise is among these', () => {
  const promised = withMedia.flatMap((kind) =>
    abilitiesOf(kind).flatMap(({ endpoints }) =>
      tasks
        .filter((task) => task !== 'realtime' && endpoints[task] !== undefined && (task !== 'completions' || endpoints[task] === 'own'))
        .map((task) => `${kind.kind} ${task}`),
    ),
  )
  const tested = new Set(cases.map(({ task, model }) => `${model.startsWith('m-') ? model.slice(2) : 'vertex'} ${task}`))
  expect([...new Set(promised)].filter((each) => !tested.has(each))).toEqual([])
})
