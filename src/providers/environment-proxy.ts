import { BlockList, isIP } from 'node:net'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy of the environment for an address, as command-line tools read it: `https_proxy` or `http_proxy` by the address's scheme, else
 * `all_proxy`; none where `no_proxy` has the host. Lower case is preferred to upper case.
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
