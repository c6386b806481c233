import type { Caller } from '../access/caller.js'
import { GatewayFailure } from '../exchange/error.js'
import { openai } from '../providers/openai/index.js'
import { createProvider } from '../providers/provider.js'
import { findModel, listModels, resolveModel } from './resolve-model.js'
import { Routing } from './routing.js'

const provider = createProvider({ name: 'p', kind: 'openai', headers: {}, settings: {} }, openai)
const target = (model: string) => ({ provider, model })
const routing = new Routing({
  models: [
    { name: 'open', targets: [target('x'), target('y')], created: 0 },
    { name: 'closed', targets: [target('z')], created: 0 },
    { name: 'empty', targets: [], created: 0 },
  ],
  passthrough: [{ provider, prefixes: ['gpt-'] }],
  random: () => 0,
})
const caller = (...models: string[]): Caller => ({ kind: 'token', id: 't', name: 't', owner: 't', policy: { maxConcurrent: 1, models } })

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

test('the list and its members are what the caller may use, with the same 404', () => {
  expect(listModels(routing, caller('open', 'none')).map(({ name }) => name)).toEqual(['open'])
  expect(findModel(routing, caller('*'), 'closed').name).toBe('closed')
  expect(refusalOf(() => findModel(routing, caller('open'), 'closed'))).toEqual(
    refusalOf(() => resolveModel(routing, caller('open'), 'closed')),
  )
})
