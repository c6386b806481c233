import type { Caller } from '../access/caller.js'
import { allowsModel } from '../access/policy.js'
import { GatewayFailure } from '../exchange/error.js'
import type { Routing } from './routing.js'
import type { RoutedModel, RoutedTarget } from './target.js'

/** The targets of a model, in the order to try. Throws the 404 of a model that does not exist or that this caller may not use. */
export function resolveModel(routing: Routing, caller: Caller, name: string): readonly RoutedTarget[] {
  const targets = allowsModel(caller.policy, name) ? routing.resolve(name) : undefined
  if (targets === undefined || targets.length === 0) throw unknownModel(name)
  return targets
}

/** A model of the caller's list. Throws the same 404. */
export function findModel(routing: Routing, caller: Caller, name: string): RoutedModel {
  const model = allowsModel(caller.policy, name) ? routing.find(name) : undefined
  if (model === undefined) throw unknownModel(name)
  return model
}

/** The models that the caller may use. */
export function listModels(routing: Routing, caller: Caller): RoutedModel[] {
  return routing.models.filter(({ name }) => allowsModel(caller.policy, name))
}

/** Unknown and forbidden models are told apart by nothing (promises P06). */
function unknownModel(name: string): GatewayFailure {
  return new GatewayFailure({
    kind: 'model_not_found',
    message: `The model ${JSON.stringify(name)} does not exist or this token may not use it.`,
    param: 'model',
  })
}
