import { BlockList } from 'node:net'
import type { TokenLimits, TokenScope } from '../config/configuration.js'
import { parseNetwork } from '../config/network.js'
import { GatewayFailure } from '../exchange/error.js'
import type { Role } from './people.js'
import type { RequestStyle } from '../exchange/media-task.js'

/** Where a token's requests may come from, and for what. */
export interface Permissions {
  readonly scopes: ReadonlySet<TokenScope>
  /** Absent: all. */
  readonly styles: ReadonlySet<RequestStyle> | undefined
  /** Absent: all. */
  readonly networks: BlockList | undefined
}

/** `undefined`: nothing beyond the model endpoints, and of these everything, from everywhere. `role`: that of the token's user. */
export function permissionsOf({ scopes: wanted = usualScopes, styles, networks }: TokenLimits, role?: Role): Permissions | undefined {
  const scopes = role === 'member' ? wanted.filter((scope) => scope === 'inference') : wanted
  if (styles === undefined && networks === undefined && scopes.length === 1 && scopes[0] === 'inference') return undefined
  return {
    scopes: new Set(scopes),
    styles: styles === undefined ? undefined : new Set(styles),
    networks: networks === undefined ? undefined : blockListOf(networks),
  }
}

export const usualScopes: readonly TokenScope[] = ['inference']

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(text)
    if (network !== undefined) list.addSubnet(network.address, network.prefix, network.family)
  }
  return list
}

/** What is known of a request before its body is read. */
export interface Asked {
  /** The other end of the connection. */
  readonly address: string | undefined
  /** `own`: the token asks about itself. */
  readonly area: 'inference' | 'admin' | 'own'
  /** Nothing is changed. */
  readonly reads: boolean
  /** Absent: an operation that every style's clients use, such as the lists of models. */
  readonly style: RequestStyle | undefined
}

/** Why a token may not ask this; `undefined` where it may. Whether it opens the admin API at all is {@link opensAdmin}. */
export function refusalOf(permissions: Permissions | undefined, { address, area, reads, style }: Asked): GatewayFailure | undefined {
  if (permissions === undefined) return undefined
  const { scopes, styles, networks } = permissions
  if (networks !== undefined && !isIn(networks, address)) return forbidden('This token may not be used from this address.')
  if (area === 'admin' && !reads && !scopes.has('admin')) return forbidden('This token may read in the admin API, and change nothing.')
  if (area === 'inference' && !scopes.has('inference')) return forbidden('This token is not for the model endpoints.')
  if (style !== undefined && styles !== undefined && !styles.has(style)) return forbidden(`This token is not for ${style}.`)
  return undefined
}

/** Whether the token opens anything of the admin API. */
export function opensAdmin(permissions: Permissions | undefined): boolean {
  return permissions !== undefined && (permissions.scopes.has('admin') || permissions.scopes.has('read'))
}

function isIn(networks: BlockList, address: string | undefined): boolean {
  // An IPv6 address of the link may name its interface.
  const [plain] = address?.split('%') ?? []
  return plain !== undefined && networks.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
}

function forbidden(message: string): GatewayFailure {
  return new GatewayFailure({ kind: 'permission_denied', message })
}
