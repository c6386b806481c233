import type {
  PlatformCreatedToken,
  PlatformNewToken,
  PlatformRotation,
  PlatformToken,
  PlatformTokenChanges,
} from '../../../generated/platform/model/index.js'
import { tokenCaller, type Caller, type TokenCaller } from '../../access/caller.js'
import type { User } from '../../access/people.js'
import { hashTokenKey, tokenKey, tokenPrefix } from '../../access/token-key.js'
import type { TokenScope } from '../../config/configuration.js'
import { parseNetwork } from '../../config/network.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { ChangeAction } from '../../store/audit-log.js'
import type { OperationHandler, OperationServices, Reply } from '../operation.js'
import { budgetNames, merged, toppedUp } from './budget-members.js'
import { inTurn, recorded } from './changing.js'
import { nameTaken, refuseOfFile, requireAddressable, requireTeam, requireUser } from './named.js'
import { onlyOwn } from './own.js'
import { pageOf } from './page.js'
import { amountIn, bodyWith } from './read-body.js'
import { shownToken } from './token-view.js'
import { requireVersion, versionHeaders, versionOf, type Conditional } from './versions.js'

/** `GET /api/admin/tokens` */
export const listTokens: OperationHandler<'listTokens'> = ({ caller }, services, { contains = '', ...page }) => {
  const wanted = contains.toLowerCase()
  const all = services.platform.tokens.all().filter((token) => isReadable(token, caller))
  const { items, next } = pageOf(wanted === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(wanted)), page)
  return { status: 200, body: { data: items.map((token) => shownToken(token, services)), next } }
}

/** `GET /api/admin/tokens/{name}` */
export const getToken: OperationHandler<'getToken'> = ({ caller }, services, { name }) => {
  const token = named(name, services)
  if (!isReadable(token, caller)) throw noToken()
  return reply(token, services)
}

function isReadable({ user }: TokenCaller, caller: Caller): boolean {
  const own = onlyOwn(caller)
  return own === undefined || user?.id === own.id
}

/** `GET /api/token` */
export const getOwnToken: OperationHandler<'getOwnToken'> = ({ caller }, services) => {
  if (caller.kind !== 'token') throw noToken()
  return reply(caller, services)
}

/** `POST /api/admin/tokens` */
export const createToken: OperationHandler<'createToken'> = (request, services) => {
  const { platform, relay } = services
  const { name, user, team, ...limits } = bodyWith<PlatformNewToken>(request, 'A token', ['name', ...changeableMembers])
  requireAddressable(name)
  requireNetworks(limits)
  return inTurn(services, async () => {
    refuseTaken(name, services)
    const now = relay.now()
    const { key, hash, prefix } = newKey(services)
    const id = `tok_${platform.randomBytes(16).toString('hex')}`
    const owners = { user: requireUser(user, services), ownTeam: requireTeam(team, services) }
    const caller = tokenCaller({ id, name, owner: owners.user?.id ?? id, ...owners, prefix, createdAt: now, version: 1 }, limits)
    requireScopes(limits.scopes, owners.user)
    const changed = { action: 'create', object: 'token', name, after: set(caller) } as const
    await recorded(request, services, changed, ({ tokens }) => tokens.add({ caller, hash, prefix }, new Date(now)))
    platform.tokens.add([{ hash }], caller)
    return withKey(key, caller, services)
  })
}

/** `PATCH /api/admin/tokens/{name}` */
export const changeToken: OperationHandler<'changeToken'> = (request, services, { name, ...condition }) => {
  const changes = bodyWith<PlatformTokenChanges>(request, 'A token', changeableMembers)
  const { user, team, ...limits } = changes
  requireNetworks(limits)
  return change(request, services, {
    name,
    condition,
    action: 'change',
    make(token) {
      const owners = {
        user: user === undefined ? token.user : requireUser(user, services),
        ownTeam: team === undefined ? token.ownTeam : requireTeam(team, services),
      }
      if (limits.scopes !== undefined || user !== undefined)
        requireScopes(limits.scopes === undefined ? token.limits.scopes : (limits.scopes ?? undefined), owners.user)
      const owner = user === undefined ? token.owner : (owners.user?.id ?? token.id)
      return tokenCaller({ ...nextVersion(token), owner, ...owners }, merged(token.limits, limits))
    },
  })
}

/** `POST /api/admin/tokens/{name}/top-up` */
export const topUpToken: OperationHandler<'topUpToken'> = (request, services, { name, ...condition }) => {
  const amount = amountIn(request)
  return change(request, services, {
    name,
    condition,
    action: 'top_up',
    make: (token) => tokenCaller(nextVersion(token), { ...token.limits, ...toppedUp(token.limits, amount) }),
  })
}

interface TokenChange {
  readonly name: string
  readonly condition: Conditional
  readonly action: ChangeAction
  /** The token of the next version. */
  readonly make: (before: TokenCaller) => TokenCaller
}

function change(request: GatewayRequest, services: OperationServices, { name, condition, action, make }: TokenChange) {
  return inTurn(services, async () => {
    const before = changeable(name, condition, services)
    const token = make(before)
    const changed = { action, object: 'token', name, before: set(before), after: set(token) } as const
    await recorded(request, services, changed, ({ tokens }) => tokens.change(token))
    services.platform.tokens.change(token)
    return reply(token, services)
  })
}

/** `POST /api/admin/tokens/{name}/rotate` */
export const rotateToken: OperationHandler<'rotateToken'> = (request, services, { name, ...condition }) => {
  const { platform, relay } = services
  const { grace_seconds: grace = 0 } = bodyWith<PlatformRotation>(request, 'A rotation', ['grace_seconds'])
  return inTurn(services, async () => {
    const before = changeable(name, condition, services)
    const { key, hash, prefix } = newKey(services)
    const oldUntil = relay.now() + grace * 1000
    const [current] = platform.tokens.keysOf(before.id)
    const renewed = { ...nextVersion(before), prefix }
    const changed = { action: 'rotate', object: 'token', name, before: { prefix: before.prefix }, after: { prefix } } as const
    await recorded(request, services, changed, ({ tokens }) => tokens.rotate(renewed, { hash, prefix, oldUntil: new Date(oldUntil) }))
    platform.tokens.add([{ hash }, ...(current === undefined ? [] : [{ hash: current.hash, until: oldUntil }])], renewed)
    return withKey(key, renewed, services)
  })
}

/** `DELETE /api/admin/tokens/{name}` */
export const revokeToken: OperationHandler<'revokeToken'> = (request, services, { name, ...condition }) =>
  inTurn(services, async () => {
    const { platform, accounts, relay } = services
    const token = changeable(name, condition, services)
    const changed = { action: 'delete', object: 'token', name, before: set(token) } as const
    await recorded(request, services, changed, ({ tokens }) => tokens.revoke(token, new Date(relay.now())))
    platform.tokens.remove(token.id)
    accounts.forget(token.id)
    return { status: 200, body: { name, revoked: true } }
  })

function reply(token: TokenCaller, services: OperationServices): Reply<PlatformToken> {
  return { status: 200, ...versionHeaders(versionOf(token)), body: shownToken(token, services) }
}

function withKey(key: string, token: TokenCaller, services: OperationServices): Reply<PlatformCreatedToken> {
  const { body, ...rest } = reply(token, services)
  return { ...rest, body: { key, ...body } }
}

function nextVersion(token: TokenCaller): TokenCaller {
  return { ...token, version: (token.version ?? 0) + 1 }
}

/** What can be set of a token. */
function set({ user, ownTeam, limits }: TokenCaller): object {
  return { user: user?.name, team: ownTeam?.name, ...limits }
}

const changeableMembers = [
  ...(['user', 'team', 'scopes', 'models', 'styles', 'networks', ...budgetNames, 'requests_per_minute', 'requests_per_day'] as const),
  ...(['tokens_per_minute', 'tokens_per_day', 'max_concurrent', 'max_wait_ms', 'expires_at'] as const),
]

/** The contract's pattern lets some texts through that are no addresses. */
function requireNetworks({ networks }: Pick<PlatformTokenChanges, 'networks'>): void {
  const wrong = networks?.findIndex((text) => parseNetwork(text) === undefined) ?? -1
  if (wrong >= 0) throw refuse(`/networks/${wrong}`, 'expected an address or a network such as "10.0.0.0/8"')
}

/** Refuses scopes that count for nothing: tokens of members do not open the admin API. */
function requireScopes(scopes: readonly TokenScope[] | undefined, user: User | undefined): void {
  const wrong = user?.role === 'member' ? (scopes?.findIndex((scope) => scope !== 'inference') ?? -1) : -1
  if (wrong >= 0) throw refuse(`/scopes/${wrong}`, 'The user of this token is a member: its tokens do not open the admin API.')
}

function newKey({ platform }: OperationServices): { readonly key: string; readonly hash: string; readonly prefix: string } {
  const key = tokenKey(platform.randomBytes(32))
  return { key, hash: hashTokenKey(key, platform.secretKey), prefix: tokenPrefix(key) }
}

function refuseTaken(name: string, services: OperationServices): void {
  refuseOfFile(name, services)
  if (services.platform.tokens.named(name) !== undefined) throw nameTaken('token', name)
}

/** The token of this name, where it does not belong to the file and is of the version that the caller wants to change. */
function changeable(name: string, condition: Conditional, services: OperationServices): TokenCaller {
  const token = named(name, services)
  refuseOfFile(name, services)
  requireVersion(condition, versionOf(token), 'token')
  return token
}

function named(name: string, { platform }: OperationServices): TokenCaller {
  const token = platform.tokens.named(name)
  if (token === undefined) throw noToken()
  return token
}

function noToken(): GatewayFailure {
  return new GatewayFailure({ kind: 'not_found', message: 'There is no token of this name.' })
}
