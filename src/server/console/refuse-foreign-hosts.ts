import { ownOrigin } from '../../access/accounts/own-origin.js'
import { carriesSession } from '../../access/accounts/session-cookie.js'
import type { ServerSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'

/** The console, what its pages ask for, and everything that is asked for with its cookie: `Host` has to be this gateway. */
export function refuseForeignHosts(server: ServerSettings): Middleware {
  return (context, next) => {
    const { state, req: request } = context
    const isConsole = /^\/(?:api\/)?console(?:\/|$)/.test(state.path)
    if (!isConsole && !carriesSession(request.headers)) return next()
    if (!isConsole && !state.path.startsWith('/api/')) return next()
    if (ownOrigin(request.headers, server) !== undefined) return next()
    throw new GatewayFailure({
      kind: 'permission_denied',
      status: 421,
      code: 'misdirected_request',
      message: 'The web console is not at this address: open it at this machine, or at the address that server.public_url names.',
    })
  }
}
