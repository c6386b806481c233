import type { IncomingHttpHeaders } from 'node:http'
import type { ServerSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'
import { carriesSession } from './session-cookie.js'

type Settings = Pick<ServerSettings, 'public_url'>

/** The console, what its pages ask for, and everything that is asked for with its cookie: `Host` has to be this gateway (promises P56). */
export function refuseForeignHosts(server: Settings): Middleware {
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

/**
 * The origin under which a browser reaches the gateway with this `Host`: that of `public_url`, or the loopback address that it used.
 * `undefined`: neither, as when another site's name leads here (DNS rebinding).
 */
export function ownOrigin(headers: IncomingHttpHeaders, { public_url: publicUrl }: Settings): string | undefined {
  const host = headers.host?.toLowerCase()
  if (host === undefined) return undefined
  if (publicUrl !== undefined) {
    const { host: publicHost, origin } = new URL(publicUrl)
    if (host === publicHost) return origin
  }
  if (!loopback.test(host)) return undefined
  return new URL(`${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`).origin
}

/** Names and addresses of this machine, with or without a port. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/
