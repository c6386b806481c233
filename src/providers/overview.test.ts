import { readFileSync } from 'node:fs'
import { abilitiesOf } from './overview.js'
import { overviewPage } from './overview-page.js'
import { providerKind, providerKinds } from './kinds.js'

test('docs/providers.md is current (`make generate` writes it)', () => {
  expect(readFileSync(new URL('../../docs/providers.md', import.meta.url), 'utf8')).toBe(overviewPage(providerKinds))
})

test.each([
  ['openai', { dialects: ['chat-completions', 'responses'], counting: 'provider', endpoints: { moderations: 'own', rerank: undefined } }],
  ['anthropic', { dialects: ['messages'], counting: 'provider', endpoints: { completions: 'translated', embeddings: undefined } }],
  ['gemini', { dialects: ['generate-content'], counting: 'provider', endpoints: { embeddings: 'translated', speech: 'translated' } }],
  ['jina', { dialects: [], counting: undefined, endpoints: { completions: undefined, rerank: 'own' } }],
])('%s', (name, ability) => {
  const kind = providerKind(name)
  expect(kind === undefined ? [] : abilitiesOf(kind)).toMatchObject([ability])
})

test('kinds whose models differ have a row for each family', () => {
  const kind = providerKind('vertex')
  expect(kind === undefined ? [] : abilitiesOf(kind).map(({ name, dialects }) => [name, dialects])).toEqual([
    ['vertex: Gemini', ['generate-content']],
    ['vertex: Claude', ['messages']],
    ['vertex: open models', ['chat-completions']],
    ['vertex: embeddings', []],
  ])
})

test('every kind has a row, and its chat has an address', () => {
  for (const kind of providerKinds) {
    for (const { dialects } of abilitiesOf(kind)) {
      const model = kind.families?.[0]?.model ?? 'm'
      const settings = { name: 'p', kind: kind.kind, headers: {}, settings: { project: 'p' }, chat_api: 'both' as const }
      for (const dialect of dialects.filter((each) => kind.conversationDialects(settings, model).includes(each)))
        expect(kind.address({ type: 'conversation', dialect, model, stream: true }, settings)?.path).toMatch(/^\//)
    }
  }
})
