import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import type { Problem } from './check.js'
import type { ConnectionSettings } from '../providers/provider-settings.js'
import type { ConnectionFile } from './file.js'
import type { Environment } from './substitute.js'
import { defined } from '../json/object.js'

interface ConnectionContext {
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

/**
 * The proxy that the environment names for an address, as command-line tools read it: `https_proxy` or `http_proxy` by the address's scheme,
 * else `all_proxy`; not where `no_proxy` has the host. Lower case goes before upper case.
 */
export function proxyFor(address: string, environment: Environment): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const proxy = variable(environment, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? variable(environment, 'all_proxy')
  if (proxy === undefined || isExcepted(url, variable(environment, 'no_proxy') ?? '')) return undefined
  const withScheme = /^[a-z]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`
  return URL.canParse(withScheme) ? withScheme : undefined
}

function variable(environment: Environment, name: string): string | undefined {
  for (const spelling of [name, name.toUpperCase()]) {
    const value = environment[spelling]?.trim()
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

/** `*`, a host, `.domain` or `domain` with all below it, `host:port`, an address, or a range of addresses in CIDR form. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const actualPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      if (entry.includes('/')) return isInRange(host, entry)
      const ported = isIP(entry) === 0 ? /^(.*):(\d+)$/.exec(entry) : null
      if (ported !== null && ported[2] !== actualPort) return false
      const name = (ported?.[1] ?? entry).replace(/^\*?\./, '').replace(/^\[|\]$/g, '')
      return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`))
    })
}

function isInRange(host: string, range: string): boolean {
  const family = isIP(host)
  const [network = '', bits = ''] = range.split('/')
  if (family === 0 || isIP(network) !== family || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
