import type { Caller } from '../access/caller.js'
import { allowsModel } from '../access/policy.js'
import { GatewayFailure } from '../exchange/error.js'
import { usableTargets } from '../routing/resolve-model.js'
import type { Routing } from '../routing/routing.js'

/** What OpenAI takes where a request names no model. */
const usual = 'omni-moderation-latest'
/** Names of moderation models at their providers. */
const moderates = /moderation/i

/** The model for a moderation request that names none. Throws a 400 where the caller has no moderation model. */
export function moderationModel(routing: Routing, caller: Caller): string {
  if (usableTargets(routing, caller, usual) !== undefined) return usual
  const own = routing.models.find(
    ({ name, targets }) => allowsModel(caller.policy, name) && targets.some(({ model }) => moderates.test(model)),
  )
  if (own !== undefined) return own.name
  throw new GatewayFailure({
    kind: 'invalid_request',
    message: `model is required: this token may use no model named ${usual}, and none that leads to a moderation model.`,
    param: '/model',
  })
}
