import type { IncomingMessage } from 'node:http'
import type { ServerSettings } from '../config/configuration.js'

/** The gateway's address for this caller, without a slash at its end: the configured public one, else the one that the caller used. */
export function baseAddress(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { public_url: publicUrl, port, base_path: basePath }: Pick<ServerSettings, 'public_url' | 'port' | 'base_path'>,
): string {
  return publicUrl ?? `${usedAddress(headers) ?? `http://127.0.0.1:${port}`}${basePath}`
}

/** A proxy that ends TLS says so in `x-forwarded-proto`. Only a host that is one is repeated. */
function usedAddress(headers: IncomingMessage['headers']): string | undefined {
  const { host } = headers
  if (host === undefined || !/^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host)) return undefined
  return `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`
}
