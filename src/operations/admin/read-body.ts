import { refuse } from '../../exchange/error.js'
import type { WireObject } from '../../dialects/dialect.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { requiredBody } from '../converse.js'

/** The body of a request that makes or changes something. A member with a typing mistake is refused: a limit would be none at all. */
export function bodyWith(request: GatewayRequest, what: string, members: readonly string[]): WireObject {
  const { json } = requiredBody(request)
  const unknown = Object.keys(json).find((member) => !members.includes(member))
  if (unknown !== undefined) throw refuse(`/${unknown}`, `${what} has no ${JSON.stringify(unknown)}; it takes ${members.join(', ')}.`)
  return json
}
