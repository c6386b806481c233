import type { Caller } from '../access/caller.js'
import { allowsModel } from '../access/policy.js'
import { GatewayFailure } from '../exchange/error.js'
import type { ProviderModels } from './provider-models.js'
import type { Routing } from './routing.js'
import type { RoutedModel, RoutedTarget } from './target.js'

/** The targets of a model, in the order to try. Throws the 404 of a model that does not exist or that this caller may not use. */
export function resolveModel(routing: Routing, caller: Caller, name: string): readonly RoutedTarget[] {
  const targets = usableTargets(routing, caller, name)
  if (targets === undefined || targets.length === 0) throw unknownModel(name)
  return targets
}

/** The same; `undefined` where the model does not exist or this caller may not use it. */
export function usableTargets(routing: Pick<Routing, 'resolve'>, caller: Caller, name: string): readonly RoutedTarget[] | undefined {
  return allowsModel(caller.policy, name) ? routing.resolve(name) : undefined
}

/** A model of the caller's list. Throws the same 404. */
export async function findModel(routing: Routing, providerModels: ProviderModels, caller: Caller, name: string): Promise<RoutedModel> {
  if (!allowsModel(caller.policy, name)) throw unknownModel(name)
  const entry = routing.find(name)
  if (entry !== undefined) return entry
  const targets = routing.resolve(name) ?? []
  for (const { provider, model } of targets) if ((await providerModels.of(provider)).includes(model)) return routing.modelOf(name, targets)
  throw unknownModel(name)
}

/** The models that the caller may use: those with an entry, then those of the providers behind patterns and passthrough, each once. */
export async function listModels(routing: Routing, providerModels: ProviderModels, caller: Caller): Promise<RoutedModel[]> {
  const mayUse = (name: string): boolean => allowsModel(caller.policy, name)
  const models = routing.models.filter(({ name }) => mayUse(name))
  const lists = await Promise.all(routing.openProviders.map(async (provider) => ({ provider, names: await providerModels.of(provider) })))
  for (const { provider, names } of lists)
    for (const model of names) {
      const name = routing.namesOf(provider, model).find(mayUse)
      if (name !== undefined) models.push(routing.modelOf(name, []))
    }
  return models
}

/** The same error for unknown and forbidden models, so that nobody can tell them apart. */
function unknownModel(name: string): GatewayFailure {
  return new GatewayFailure({
    kind: 'model_not_found',
    message: `The model ${JSON.stringify(name)} does not exist or this token may not use it.`,
    param: 'model',
  })
}
