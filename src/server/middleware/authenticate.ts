import { admin, isAdminPath, type AdminKey } from '../../access/admin-key.js'
import { readCredential } from '../../access/credentials.js'
import type { Tokens } from '../../access/tokens.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'

/** Below these prefixes everything needs a token, known or not (promises P01), and so does what may be read as being there (P03). */
const guarded = /^\/(?:v1|v2|v1beta|v1alpha|api)(?:\/|$)|^\/metrics(?:\/|$)/

/** Paths that all servers read alike: without `//`, `/../`, `\\`, `;`, `%`. */
const plain = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,=:@-]+)*\/?$/

/** Finds the caller's token, before an unknown path is answered. */
export function authenticate(tokens: Tokens, now: () => number, adminKey: AdminKey | undefined): Middleware {
  return (context, next) => {
    const { state, req: request } = context
    if (isAdminPath(state.path) && adminKey !== undefined) {
      const key = readCredential(request, state.errorFormat, state.path, state.query)
      if (key === undefined || !adminKey.matches(key))
        throw new GatewayFailure({
          kind: 'invalid_api_key',
          message: key === undefined ? 'The request has no admin key. Send it as a bearer.' : 'The admin key is not valid.',
        })
      state.caller = admin
      return next()
    }
    const open = state.operation?.open ?? (plain.test(state.path) && !guarded.test(state.path))
    if (!open) {
      const key = readCredential(request, state.errorFormat, state.path, state.query)
      const caller = key === undefined ? undefined : tokens.find(key, now())
      if (caller === undefined)
        throw new GatewayFailure({
          kind: 'invalid_api_key',
          message:
            key === undefined ? "The request has no token. Send it as this API's clients send their key." : 'The token is not valid.',
        })
      state.caller = caller
      state.record.sentBy(caller)
      // Without a key there is no admin API.
      if (isAdminPath(state.path)) delete state.operation
    }
    return next()
  }
}
