import { tokenCaller, type Caller } from '../access/caller.js'
import type { RoutedTarget } from '../routing/target.js'
import { GatewayFailure } from '../exchange/error.js'
import { checkOtherModels } from './other-models.js'

const limited = tokenCaller({ id: 't', name: 't', owner: 't' }, { models: ['m-*'] })
const unlimited = tokenCaller({ id: 't', name: 't', owner: 't' }, {})

/** `m-same` is called so by its provider too, `m-alias` is not. */
const routing = {
  resolve: (name: string) =>
    name === 'm-same' || name === 'secret' || name === 'm-alias'
      ? // Nothing of the provider is looked at.
        [{ model: name === 'm-alias' ? 'up' : name } as RoutedTarget]
      : undefined,
}

function refusalOf(caller: Caller, wire: Record<string, unknown>): string | undefined {
  try {
    checkOtherModels({ model: 'm-same', ...wire }, routing, caller)
  } catch (thrown) {
    if (thrown instanceof GatewayFailure) return thrown.error.param
    throw thrown
  }
  return undefined
}

test.each<[string, Record<string, unknown>, string | undefined, string | undefined]>([
  ['nothing else', { tools: [{ type: 'function', function: { name: 'a' } }] }, undefined, undefined],
  ['models that may be asked', { models: ['m-same'], route: 'fallback' }, undefined, undefined],
  ['a model that only some may ask', { models: ['m-same', 'secret'] }, '/models/1', undefined],
  ['a model that only the provider knows', { models: ['m-other'] }, '/models/0', undefined],
  ['a name that means another model there', { models: ['m-alias'] }, '/models/0', '/models/0'],
  ['an object in place of a name', { fallbacks: [{ model: 'm-same' }] }, '/fallbacks/0', '/fallbacks/0'],
  ['a single name', { fallback: 'secret' }, '/fallback', undefined],
  ['another route', { route: 'secret' }, '/route', '/route'],
  ['a router among the plugins', { plugins: [{ id: 'web' }, { allowed_models: ['secret'] }] }, '/plugins/1/allowed_models/0', undefined],
  ['another place to ask', { api_base: 'http://x.test' }, '/api_base', '/api_base'],
  ['null', { models: null, route: null, preset: null }, undefined, undefined],
  ["a tool's model", { tools: [{ type: 'image_generation', model: 'secret' }] }, '/tools/0/model', undefined],
])('%s', (_, wire, forLimited, forUnlimited) => {
  expect([refusalOf(limited, wire), refusalOf(unlimited, wire)]).toEqual([forLimited, forUnlimited])
})
