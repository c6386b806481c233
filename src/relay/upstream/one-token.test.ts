import { providerKinds, providerOf } from '../../providers/kinds.js'
import { oneTokenRequest } from './one-token.js'

const newId = (prefix: string): string => `${prefix}1`
const providerOfKind = (kind: string, more: object = {}) =>
  providerOf({ name: 'p', kind, base_url: 'http://provider.example/base', headers: { 'x-own': '1' }, settings: {}, ...more })

test.each([
  ['openai', 'gpt-x', '/base/chat/completions', { model: 'gpt-x', max_completion_tokens: 1 }],
  ['azure-openai', 'deployment', '/base/openai/v1/chat/completions', { model: 'deployment' }],
  ['anthropic', 'claude-x', '/base/v1/messages', { model: 'claude-x', max_tokens: 1 }],
  ['bedrock', 'amazon.nova-lite-v1:0', '/base/model/amazon.nova-lite-v1%3A0/converse', { inferenceConfig: { maxTokens: 1 } }],
  ['bedrock', 'anthropic.claude-x', '/base/model/anthropic.claude-x/invoke', { anthropic_version: 'bedrock-2023-05-31', max_tokens: 1 }],
  ['voyage', 'voyage-3', '/base/embeddings', { model: 'voyage-3', input: ['.'] }],
  ['jina', 'jina-embeddings-v3', '/base/embeddings', { input: ['.'] }],
])('%s: %s', (kind, model, path, body) => {
  const request = oneTokenRequest(providerOfKind(kind), model, newId)
  expect(request).toMatchObject({
    method: 'POST',
    url: `http://provider.example${path}`,
    headers: { 'content-type': 'application/json', 'x-own': '1' },
  })
  expect(JSON.parse(request?.body ?? '')).toMatchObject(body)
})

test('every kind has a list of models, or can be asked for one token', () => {
  const model = (kind: string): string => ({ vertex: 'gemini-2.5-flash', bedrock: 'amazon.nova-lite-v1:0' })[kind] ?? 'some-model'
  const without = providerKinds.filter((kind) => {
    const provider = providerOfKind(kind.kind, { settings: { project: 'p' } })
    return (
      kind.address({ type: 'models' }, provider.settings) === undefined && oneTokenRequest(provider, model(kind.kind), newId) === undefined
    )
  })
  expect(without.map(({ kind }) => kind)).toEqual([])
})
