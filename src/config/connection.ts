import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Problem } from './check.js'
import { proxyFor } from '../providers/environment-proxy.js'
import type { ConnectionSettings } from '../providers/provider-settings.js'
import type { ConnectionFile } from './file.js'
import type { Environment } from './substitute.js'
import { defined } from '../json/object.js'

export interface ConnectionContext {
  readonly environment: Environment
  /** Paths of certificates are relative to this folder. */
  readonly directory: string
}

/**
 * How a provider is reached: its own `proxy` and certificates, else the proxy of the environment. `undefined`: directly, with the usual
 * authorities. `path` is where the provider stands in the configuration.
 */
export function readConnection(
  provider: ConnectionFile,
  address: string | undefined,
  path: readonly (string | number)[],
  { environment, directory }: ConnectionContext,
): { readonly connection: ConnectionSettings | undefined } | { readonly problem: Problem } {
  const proxy =
    provider.proxy === 'none' ? undefined : (provider.proxy ?? (address === undefined ? undefined : proxyFor(address, environment)))
  const files: { ca?: string; cert?: string; key?: string } = {}
  for (const [member, setting] of [
    ['ca', 'ca_file'],
    ['cert', 'client_cert_file'],
    ['key', 'client_key_file'],
  ] as const) {
    const name = provider[setting]
    if (name === undefined) continue
    const pem = readPem(resolve(directory, name))
    if (pem === undefined || (member !== 'key' && !holdsCertificate(pem)))
      return { problem: { path: [...path, setting], expected: `expected a readable file in PEM form with ${pemContents[member]}` } }
    files[member] = pem
  }
  const missing = files.cert === undefined ? 'client_cert_file' : 'client_key_file'
  if ((files.cert === undefined) !== (files.key === undefined))
    return { problem: { path: [...path, missing], expected: 'is missing; client_cert_file and client_key_file go together' } }
  const connection: ConnectionSettings = defined({ proxy, ...files })
  return { connection: Object.keys(connection).length === 0 ? undefined : connection }
}

const pemContents = { ca: 'certificates of authorities', cert: 'a certificate', key: 'a private key' } as const

function readPem(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    return text.includes('-----BEGIN ') ? text : undefined
  } catch {
    return undefined
  }
}

function holdsCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem)
    return true
  } catch {
    return false
  }
}
