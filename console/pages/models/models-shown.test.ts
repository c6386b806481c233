import type { PlatformConsoleModel, PlatformModel } from '../../../generated/platform/model/index.js'
import { modelsShown } from './models-shown.js'

const target = {
  provider: 'openai',
  kind: 'openai',
  model: 'gpt-x',
  weight: null,
  breaker: 'closed' as const,
  recent_failures: null,
  price: null,
}
const models: readonly PlatformConsoleModel[] = ['slow', 'fast', 'fast-alias'].map((name) => ({
  name,
  endpoints: [],
  max_output_tokens: null,
  context_window: null,
  modalities: null,
  targets: [target],
}))
const managed: readonly PlatformModel[] = ['fast', 'broken'].map((name) => ({
  ...{
    name,
    managed_by: 'api',
    place: null,
    version: '1',
    aliases: [`${name}-alias`],
    targets: [],
    price: null,
    max_output_tokens: null,
    context_window: null,
    modalities: null,
  },
  ...{ created_at: null, problem: name === 'broken' ? 'no provider' : null },
}))

test.each([
  ['', ['broken', 'fast', 'slow']],
  ['FAST-alias', ['fast']],
  ['gpt', ['fast', 'slow']],
  ['none', []],
])('models for %j', (wanted, names) => {
  expect(modelsShown(models, managed, wanted).map(({ name }) => name)).toEqual(names)
})

test('each model once, with both views of it', () => {
  const [broken, fast, slow] = modelsShown(models, managed, '')
  expect([broken?.model, broken?.managed?.problem]).toEqual([undefined, 'no provider'])
  expect([fast?.model?.name, fast?.managed?.name, slow?.managed]).toEqual(['fast', 'fast', undefined])
})
