import type { ProviderSettings } from '../provider-settings.js'
import { createProvider, type Endpoint } from '../provider.js'
import { vertex } from './index.js'

const settings = (more: Readonly<Record<string, unknown>> = {}, key?: string): ProviderSettings => ({
  name: 'v',
  kind: 'vertex',
  headers: {},
  settings: { project: 'p-1', ...more },
  ...(key === undefined ? {} : { api_key: key }),
})

describe('the address is made from the location', () => {
  test.each([
    ['left out', {}, 'https://aiplatform.googleapis.com'],
    ['a region', { location: 'us-central1' }, 'https://us-central1-aiplatform.googleapis.com'],
    ['a multi-region', { location: 'eu' }, 'https://aiplatform.eu.rep.googleapis.com'],
  ])('%s', (_, more, origin) => {
    expect(createProvider(settings(more), vertex).origin).toBe(origin)
  })

  test('base_url overrides it', () => {
    const provider = createProvider({ ...settings({ location: 'us-central1' }), base_url: 'http://127.0.0.1:18200/vertex' }, vertex)
    expect([provider.origin, provider.basePath]).toEqual(['http://127.0.0.1:18200', '/vertex'])
  })
})

test.each([
  ['claude-sonnet-4-5@20250929', ['messages']],
  ['anthropic/claude-opus-4-6', ['messages']],
  ['gemini-2.5-flash', ['generate-content']],
  ['publishers/google/models/gemini-3-flash-preview', ['generate-content']],
  ['google/gemini-2.5-flash', ['chat-completions']],
  ['meta/llama-3.3-70b-instruct-maas', ['chat-completions']],
  ['text-embedding-005', []],
])('%s speaks %j', (model, dialects) => {
  expect(createProvider(settings(), vertex).dialectsFor(model)).toEqual(dialects)
})

const talk = (dialect: 'messages' | 'generate-content' | 'chat-completions', model: string, stream: boolean): Endpoint => ({
  type: 'conversation',
  dialect,
  model,
  stream,
})
const google = '/v1beta1/projects/p-1/locations/global/publishers/google/models'
const anthropic = '/v1/projects/p-1/locations/global/publishers/anthropic/models'

test.each<[Endpoint, string | undefined]>([
  [talk('messages', 'claude-opus-4-6@default', false), `${anthropic}/claude-opus-4-6%40default:rawPredict`],
  [talk('messages', 'claude-opus-4-6', true), `${anthropic}/claude-opus-4-6:streamRawPredict`],
  [talk('generate-content', 'gemini-2.5-flash', false), `${google}/gemini-2.5-flash:generateContent`],
  [talk('generate-content', 'gemini-2.5-flash', true), `${google}/gemini-2.5-flash:streamGenerateContent?alt=sse`],
  [talk('chat-completions', 'meta/llama-3.3', true), '/v1/projects/p-1/locations/global/endpoints/openapi/chat/completions'],
  [talk('messages', 'gemini-2.5-flash', false), undefined],
  [talk('chat-completions', 'claude-opus-4-6', false), undefined],
  [{ type: 'count-tokens', dialect: 'messages', model: 'claude-opus-4-6' }, `${anthropic}/count-tokens:rawPredict`],
  [{ type: 'count-tokens', dialect: 'generate-content', model: 'gemini-2.5-pro' }, `${google}/gemini-2.5-pro:countTokens`],
  [{ type: 'count-tokens', dialect: 'generate-content', model: 'claude-opus-4-6' }, undefined],
  [{ type: 'media', endpoint: 'predict', model: 'text-embedding-005', stream: false }, `${google}/text-embedding-005:predict`],
  [{ type: 'media', endpoint: 'embed-content', model: 'gemini-embedding-2', stream: false }, `${google}/gemini-embedding-2:embedContent`],
  [
    { type: 'media', endpoint: 'generate-content', model: 'gemini-2.5-flash-image', stream: false },
    `${google}/gemini-2.5-flash-image:generateContent`,
  ],
  [{ type: 'media', endpoint: 'rerank', model: 'gemini-2.5-pro', stream: false }, undefined],
  [{ type: 'stored-response', id: 'r', action: 'get', query: '' }, undefined],
])('%j is at %s', (endpoint, path) => {
  expect(vertex.address(endpoint, settings())?.path).toBe(path)
})

test.each([
  ['gemini-2.5-flash', 'image-generations', 'gemini'],
  ['text-embedding-005', 'embeddings', 'vertex-predict'],
  ['gemini-embedding-001', 'embeddings', 'vertex-predict-one'],
  ['gemini-embedding-2', 'embeddings', 'vertex-content'],
  ['claude-opus-4-6', 'embeddings', undefined],
  ['meta/llama-3.3', 'speech', undefined],
] as const)('%s has %s as %s', (model, task, format) => {
  expect(createProvider(settings(), vertex).mediaFor(model)[task]).toBe(format)
})

test('the body for an Anthropic model has the version and no model, but that for a count has the model', () => {
  expect(vertex.requestChanges?.(talk('messages', 'claude-opus-4-6', false))).toMatchObject({
    put: { anthropic_version: '"vertex-2023-10-16"' },
    leaveOut: ['model'],
    intoBody: { 'anthropic-beta': 'anthropic_beta' },
    headers: { 'anthropic-version': undefined },
  })
  expect(vertex.requestChanges?.({ type: 'count-tokens', dialect: 'messages', model: 'claude-opus-4-6' })?.leaveOut).toEqual([])
  expect(vertex.requestChanges?.(talk('generate-content', 'gemini-2.5-flash', false))).toBeUndefined()
})

test.each([
  ['claude-opus-4-6', 'messages', { unsupported: ['service_tier', 'mcp_servers', 'container', 'inference_geo', 'speed', 'thread'] }],
  ['gemini-2.5-flash', 'generate-content', { flatTokenCount: true }],
  [
    'meta/llama-3.3-70b-instruct-maas',
    'chat-completions',
    { maxTokensField: 'max_tokens', systemRole: 'system', functionToolsOnly: true, unsupported: ['service_tier'] },
  ],
] as const)('%s departs from %s in its own ways', (model, dialect, traits) => {
  const provider = createProvider(settings(), vertex)
  expect(provider.traitsFor(model, dialect)).toEqual(traits)
  expect(provider.traitsFor(model, dialect)).toBe(provider.traitsFor(model, dialect))
})

test('a key is the access token', async () => {
  const request = { method: 'POST', url: 'https://x/', headers: {}, body: undefined }
  await expect(vertex.authenticate(request, settings({}, 'ya29.x'))).resolves.toEqual({ authorization: 'Bearer ya29.x' })
})
