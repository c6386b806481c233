import type { ProviderSettings } from './provider-settings.js'
import { chatDialects, upstreamDialectNames } from '../exchange/dialect-name.js'
import type { MediaEndpoint } from '../exchange/media-task.js'
import { providerKinds } from './kinds.js'
import type { Endpoint } from './provider.js'
import { pathSegment, pathSegments, queryValue } from './upstream-path.js'

test.each([
  ['gpt-x', 'gpt-x', 'gpt-x'],
  ['meta/llama-3.3-70b', 'meta%2Fllama-3.3-70b', 'meta/llama-3.3-70b'],
  [
    'arn:aws:bedrock:r:1:inference-profile/x',
    'arn%3Aaws%3Abedrock%3Ar%3A1%3Ainference-profile%2Fx',
    'arn%3Aaws%3Abedrock%3Ar%3A1%3Ainference-profile/x',
  ],
  ['%2e%2e/x', '%252e%252e%2Fx', '%252e%252e/x'],
  ['a?b#c;d', 'a%3Fb%23c%3Bd', 'a%3Fb%23c%3Bd'],
  ['..a/b..', '..a%2Fb..', '..a/b..'],
  ['模型', '%E6%A8%A1%E5%9E%8B', '%E6%A8%A1%E5%9E%8B'],
])('%s is the segment %s', (value, one, many) => {
  expect([pathSegment(value), pathSegments(value)]).toEqual([one, many])
})

const refused = expect.objectContaining({ error: expect.objectContaining({ kind: 'invalid_request', param: 'model' }) })
const hostile = [
  '',
  '.',
  '..',
  '../x',
  'x/..',
  'a/../b',
  'a/./b',
  'a//b',
  '/a',
  'a/',
  'a\\..\\b',
  'a\nb',
  'a\u0000',
  'a\u0085',
  '\ud800',
  'a\udc00b',
]

test.each(hostile.map((value) => [JSON.stringify(value), value]))('%s is refused', (_, value) => {
  expect(() => pathSegment(value)).toThrow(refused)
  expect(() => pathSegments(value)).toThrow(refused)
})

test('a lone surrogate is refused in a query too', () => {
  expect(queryValue('../a b')).toBe('..%2Fa%20b')
  expect(() => queryValue('\ud800')).toThrow(refused)
})

const settings: ProviderSettings = { name: 'p', kind: 'k', headers: {}, settings: { api_version: '2024-10-21', project: 'p-1' } }
const mediaEndpoints: readonly MediaEndpoint[] = [
  'realtime',
  'embeddings',
  'generate-content',
  'embed-content',
  'batch-embed-contents',
  'predict',
  'gemini-live',
]

/** Everything that a kind can be asked for with this model. */
function endpoints(model: string): Endpoint[] {
  return [
    ...upstreamDialectNames.map((dialect) => ({ type: 'conversation', dialect, model, stream: true }) as const),
    ...chatDialects.map((dialect) => ({ type: 'count-tokens', dialect, model }) as const),
    ...mediaEndpoints.map((endpoint) => ({ type: 'media', endpoint, model, stream: false }) as const),
    ...(['get', 'delete', 'cancel', 'input-items'] as const).map(
      (action) => ({ type: 'stored-response', id: model, action, query: '' }) as const,
    ),
  ]
}

test.each(providerKinds.map((kind) => [kind.kind, kind] as const))('%s: neither a model nor an id leaves the base path', (_, kind) => {
  for (const model of [
    '..',
    '../../../../admin/keys',
    'gemini-x/../../../admin',
    'google/gemini-x/../..',
    'tunedModels/../../x',
    'claude-x/..',
  ]) {
    for (const endpoint of endpoints(model)) {
      let path = ''
      try {
        path = kind.address(endpoint, settings)?.path ?? ''
      } catch (thrown) {
        expect(thrown).toMatchObject({ error: { kind: 'invalid_request' } })
      }
      expect(decodeURIComponent(path.replace(/\?.*/, ''))).not.toMatch(/(^|\/)\.\.?(\/|:|$)/)
    }
  }
})
