import type { IncomingHttpHeaders } from 'node:http'
import type { ServerSettings } from '../../config/configuration.js'

/**
 * The origin under which a browser reaches the gateway with this `Host`: that of `public_url`, or the loopback address that it used.
 * `undefined`: neither, as when another site's name leads here (DNS rebinding).
 */
export function ownOrigin(headers: IncomingHttpHeaders, { public_url: publicUrl }: Pick<ServerSettings, 'public_url'>): string | undefined {
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
