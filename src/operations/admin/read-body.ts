import type { PlatformTopUp } from '../../../generated/platform/model/index.js'
import { refuse } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { requiredBody } from '../converse.js'

/**
 * The body of a request that makes or changes something; the contract has just checked every member that it names. A member with a
 * typing mistake is refused: a limit would be none at all.
 */
export function bodyWith<Body extends object>(request: GatewayRequest, what: string, members: readonly (keyof Body & string)[]): Body {
  const { json } = requiredBody(request)
  const unknown = Object.keys(json).find((member) => !members.some((known) => known === member))
  if (unknown !== undefined) throw refuse(`/${unknown}`, `${what} has no ${JSON.stringify(unknown)}; it takes ${members.join(', ')}.`)
  return json as unknown as Body
}

/** The amount of a top-up. */
export function amountIn(request: GatewayRequest): string {
  return bodyWith<PlatformTopUp>(request, 'A top-up', ['amount_usd']).amount_usd
}
