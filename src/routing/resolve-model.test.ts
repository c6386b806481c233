import { tokenCaller } from '../access/caller.js'
import { GatewayFailure } from '../exchange/error.js'
import { openai } from '../providers/openai/index.js'
import { createProvider } from '../providers/provider.js'
import { Breakers } from './breakers.js'
import { ProviderModels } from './provider-models.js'
import { findModel, listModels, resolveModel } from './resolve-model.js'
import { Routing } from './routing.js'
import { shippedPrices } from './shipped-prices.js'

const provider = createProvider({ name: 'p', kind: 'openai', headers: {}, settings: {} }, openai)
const target = (model: string) => ({ provider, model })
const routing = new Routing({
  providers: [],
  models: [
    { name: 'open', targets: [target('x'), target('y')], created: 0 },
    { name: 'closed', targets: [target('z')], created: 0 },
    { name: 'empty', targets: [], created: 0 },
  ],
  passthrough: [{ provider, prefixes: ['gpt-'] }],
  prices: shippedPrices({ catalogue: false }),
  random: () => 0,
  created: 7,
})
const caller = (...models: string[]) => tokenCaller({ id: 't', name: 't', owner: 't' }, { models })

function refusalOf(run: () => unknown): GatewayFailure['error'] | undefined {
  try {
    run()
    return undefined
  } catch (thrown) {
    if (thrown instanceof GatewayFailure) return thrown.error
    throw thrown
  }
}

test.each<[string, string[], string, string[]]>([
  ['all targets in their order', ['*'], 'open', ['x', 'y']],
  ['allowed by name', ['open'], 'open', ['x', 'y']],
  ['a name that a provider takes', ['*'], 'gpt-7', ['gpt-7']],
  ['a name at a provider', ['p/*'], 'p/any', ['any']],
])('%s', (_name, models, asked, targets) => {
  expect(resolveModel(routing, caller(...models), asked).map(({ model }) => model)).toEqual(targets)
})

test.each<[string, string[], string]>([
  ['unknown', ['*'], 'none'],
  ['forbidden', ['open'], 'closed'],
  ['forbidden, where a provider would take it', ['open'], 'gpt-7'],
  ['without targets', ['*'], 'empty'],
])('%s: the same 404', (_name, models, asked) => {
  expect(refusalOf(() => resolveModel(routing, caller(...models), asked))).toEqual({
    kind: 'model_not_found',
    message: `The model "${asked}" does not exist or this token may not use it.`,
    param: 'model',
  })
})

const providerModels = new ProviderModels({ ask: () => Promise.resolve({ models: ['gpt-1', 'x', 'tts'] }), clock: () => 0 })

async function namesFor(...models: string[]): Promise<string[]> {
  return (await listModels(routing, providerModels, caller(...models))).map(({ name }) => name)
}

test('the list and its members are what the caller may use, with the same 404', async () => {
  expect(await namesFor('open', 'none')).toEqual(['open'])
  expect((await findModel(routing, providerModels, caller('*'), 'closed')).name).toBe('closed')
  await expect(findModel(routing, providerModels, caller('open'), 'closed')).rejects.toMatchObject({
    error: refusalOf(() => resolveModel(routing, caller('open'), 'closed')),
  })
})

test('models that are passed on to a provider are in the list, by a name that leads there and that the caller may use', async () => {
  expect(await namesFor('*')).toEqual(['open', 'closed', 'empty', 'gpt-1', 'p/tts'])
  expect(await namesFor('gpt-*')).toEqual(['gpt-1'])
  expect(await namesFor('p/*')).toEqual(['p/gpt-1', 'p/tts'])
  expect(await findModel(routing, providerModels, caller('p/*'), 'p/tts')).toMatchObject({ name: 'p/tts', created: 7 })
  await expect(findModel(routing, providerModels, caller('*'), 'p/none')).rejects.toThrow('does not exist')
})

describe('a name with a *', () => {
  const patterns = new Routing({
    providers: [],
    models: [
      { name: 'gpt-5', targets: [target('own')], created: 0 },
      { name: 'gpt-*', targets: [target('*')], created: 0 },
      { name: 'fast-*', targets: [target('meta/*-mini')], created: 0 },
      { name: 'claude-*', targets: [target('one')], created: 0 },
    ],
    passthrough: [],
    prices: shippedPrices({ catalogue: false }),
    random: () => 0,
    created: 7,
  })
  test.each([
    ['gpt-5', 'own'],
    ['gpt-7', 'gpt-7'],
    ['fast-$&', 'meta/$&-mini'],
    ['claude-x', 'one'],
    ['other', undefined],
    ['p/x', undefined],
  ])('%s leads to %s', (name, model) => {
    expect(patterns.resolve(name)?.map((resolved) => resolved.model)).toEqual(model === undefined ? undefined : [model])
  })

  test('shares one breaker among the names that clients make up', () => {
    const [one] = patterns.resolve('gpt-1') ?? []
    const [two] = patterns.resolve('gpt-2') ?? []
    const breakers = new Breakers({ consecutive_failures: 1, open_ms: 1, open_max_ms: 1 }, () => 0)
    if (one === undefined || two === undefined) throw new Error('there is no target')
    expect(breakers.of(one)).toBe(breakers.find(two))
  })

  test('is in the list as what its provider has', async () => {
    const has = new ProviderModels({ ask: () => Promise.resolve({ models: ['gpt-1', 'own', 'meta/a-mini', 'other'] }), clock: () => 0 })
    const models = await listModels(patterns, has, caller('*'))
    expect(models.map(({ name }) => name)).toEqual(['gpt-5', 'gpt-1', 'fast-a'])
    expect((await findModel(patterns, has, caller('*'), 'claude-9')).name).toBe('claude-9')
    await expect(findModel(patterns, has, caller('*'), 'gpt-2')).rejects.toThrow('does not exist')
  })
})

test('a provider that has changed begins without the failures of the one before', () => {
  const breakers = new Breakers({ consecutive_failures: 1, open_ms: 1000, open_max_ms: 1000 }, () => 0)
  breakers.of(target('x')).fail(0, false)
  expect(breakers.state(target('x'))).toBe('open')
  breakers.forget('p')
  expect(breakers.state(target('x'))).toBe('closed')
})
