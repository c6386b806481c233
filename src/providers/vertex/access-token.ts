import { GatewayFailure } from '../../exchange/error.js'
import type { AccessTokenOptions, AccessTokens } from './google-tokens.js'

/** The library is loaded at the first use: most gateways have no provider of this kind. */
export function accessTokens(options: AccessTokenOptions): AccessTokens {
  let tokens: Promise<AccessTokens> | undefined
  return async () => {
    let token: string | null | undefined
    try {
      tokens ??= import('./google-tokens.js').then(({ googleTokens }) => googleTokens(options))
      token = await (await tokens)()
    } catch {
      tokens = undefined
      throw unavailable()
    }
    if (typeof token !== 'string' || token === '') throw unavailable()
    return token
  }
}

function unavailable(): GatewayFailure {
  return new GatewayFailure({
    kind: 'upstream_auth',
    message: 'The gateway has no valid Google Cloud credentials for this provider.',
  })
}
