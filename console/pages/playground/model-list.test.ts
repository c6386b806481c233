import type { PlatformConsoleModel, PlatformConsoleTarget } from '../../../generated/platform/model/index.js'
import { factsOf, groupsOf } from './model-list.js'

const target: PlatformConsoleTarget = {
  ...{ provider: 'up', kind: 'openai', model: 'm', weight: null, recent_failures: null },
  breaker: 'closed',
  price: { input_usd_per_million: '1', output_usd_per_million: '4', cached_input_usd_per_million: null },
}
const model: PlatformConsoleModel = {
  ...{ name: 'm', endpoints: ['messages'], max_output_tokens: null, context_window: null, modalities: null },
  targets: [target],
}

test('of a model is said what is known', () => {
  expect(factsOf(model)).toBe('$1 in · $4 out per million tokens')
  expect(factsOf({ ...model, context_window: 128_000, modalities: ['text', 'image'], targets: [{ ...target, price: null }, target] })).toBe(
    '128k context · text, pictures · price not known · 2 targets',
  )
})

test('the list has the models of chat under names without a star, by provider', () => {
  const models = [{ ...model, name: 'embed', endpoints: ['embeddings' as const] }, { ...model, name: 'any-*' }, model]
  expect(groupsOf(models, '')).toEqual([{ provider: 'up', models: [model] }])
  expect(groupsOf(models, 'UP')).toHaveLength(1)
  expect(groupsOf(models, 'other')).toEqual([])
})
