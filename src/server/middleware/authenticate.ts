import { readCredential } from '../../access/credentials.js'
import type { Tokens } from '../../access/tokens.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'

/** Below these prefixes everything needs a token, known or not (promises P01), and so does what may be read as being there (P03). */
const guarded = /^\/(?:v1|v2|v1beta|v1alpha|api)(?:\/|$)|^\/metrics(?:\/|$)/

/** Nothing in it that another reader of the path could take for something else: `//`, `/../`, `\\`, `;`, `%`. */
const plain = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,=:@-]+)*\/?$/

/** Finds the caller's token, before anything is said about the path. */
export function authenticate(tokens: Tokens, now: () => number): Middleware {
  return (context, next) => {
    const { state, req: request } = context
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
    }
    return next()
  }
}
