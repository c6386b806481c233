import type { IncomingMessage } from 'node:http'
import type { ServerSettings } from '../config/configuration.js'

/** The gateway's address for this client, without a slash at its end: `public_url`, or else the address that the client used. */
export function baseAddress(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { public_url: publicUrl, port, base_path: basePath }: Pick<ServerSettings, 'public_url' | 'port' | 'base_path'>,
): string {
  return publicUrl ?? `${usedAddress(headers) ?? `http://127.0.0.1:${port}`}${basePath}`
}

/** From `Host` and the `x-forwarded-proto` of a proxy that ends TLS. An invalid host is not repeated. */
function usedAddress(headers: IncomingMessage['headers']): string | undefined {
  const { host } = headers
  if (host === undefined || !/^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host)) return undefined
  return `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`
}
