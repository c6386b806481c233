import type { PlatformNewToken, PlatformRotation, PlatformToken, PlatformTokenChanges } from '../../../generated/platform/model/index.js'
import { tokenCaller, type TokenCaller } from '../../access/caller.js'
import type { User } from '../../access/people.js'
import { hashTokenKey, tokenKey, tokenPrefix } from '../../access/token-key.js'
import type { TokenScope } from '../../config/configuration.js'
import { parseNetwork } from '../../config/network.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { budgetNames, merged, toppedUp } from './budget-members.js'
import { fromDatabase } from './database.js'
import { nameTaken, refuseOfFile, requireTeam, requireUser } from './named.js'
import { pageOf } from './page.js'
import { amountIn, bodyWith } from './read-body.js'
import { shownToken } from './token-view.js'

/** `GET /api/admin/tokens` */
export const listTokens: OperationHandler<'listTokens'> = (_request, services, { contains = '', ...page }) => {
  const wanted = contains.toLowerCase()
  const all = services.platform.tokens.all()
  const { items, next } = pageOf(wanted === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(wanted)), page)
  return { status: 200, body: { data: items.map((token) => shownToken(token, services)), next } }
}

/** `GET /api/admin/tokens/{name}` */
export const getToken: OperationHandler<'getToken'> = (_request, services, { name }) => {
  return { status: 200, body: shownToken(named(name, services), services) }
}

/** `GET /api/token` */
export const getOwnToken: OperationHandler<'getOwnToken'> = ({ caller }, services) => {
  if (caller.kind !== 'token') throw noToken()
  return { status: 200, body: shownToken(caller, services) }
}

/** `POST /api/admin/tokens` */
export const createToken: OperationHandler<'createToken'> = (request, services) => {
  const { platform, relay } = services
  const { name, user, team, ...limits } = bodyWith<PlatformNewToken>(request, 'A token', ['name', ...changeableMembers])
  requireNetworks(limits)
  return platform.changes.run(async () => {
    refuseTaken(name, services)
    const now = relay.now()
    const { key, hash, prefix } = newKey(services)
    const id = `tok_${platform.randomBytes(16).toString('hex')}`
    const owners = { user: requireUser(user, services), ownTeam: requireTeam(team, services) }
    const caller = tokenCaller({ id, name, owner: owners.user?.id ?? id, ...owners, prefix, createdAt: now }, limits)
    requireScopes(limits.scopes, owners.user)
    await fromDatabase(platform.issued.add({ caller, hash, prefix }, new Date(now)))
    platform.tokens.add([{ hash }], caller)
    return { status: 200, body: { key, ...shownToken(caller, services) } }
  })
}

/** `PATCH /api/admin/tokens/{name}` */
export const changeToken: OperationHandler<'changeToken'> = (request, services, { name }) => {
  const changes = bodyWith<PlatformTokenChanges>(request, 'A token', changeableMembers)
  const { user, team, ...limits } = changes
  requireNetworks(limits)
  return services.platform.changes.run(() => {
    const token = changeable(name, services)
    const owners = {
      user: user === undefined ? token.user : requireUser(user, services),
      ownTeam: team === undefined ? token.ownTeam : requireTeam(team, services),
    }
    if (limits.scopes !== undefined || user !== undefined)
      requireScopes(limits.scopes === undefined ? token.limits.scopes : (limits.scopes ?? undefined), owners.user)
    const owner = user === undefined ? token.owner : (owners.user?.id ?? token.id)
    return change(services, tokenCaller({ ...token, owner, ...owners }, merged(token.limits, limits)))
  })
}

/** `POST /api/admin/tokens/{name}/top-up` */
export const topUpToken: OperationHandler<'topUpToken'> = (request, services, { name }) => {
  const amount = amountIn(request)
  return services.platform.changes.run(() => {
    const token = changeable(name, services)
    return change(services, tokenCaller(token, { ...token.limits, ...toppedUp(token.limits, amount) }))
  })
}

async function change(services: OperationServices, token: TokenCaller): Promise<{ status: 200; body: PlatformToken }> {
  const { platform } = services
  await fromDatabase(platform.issued.change(token))
  platform.tokens.change(token)
  return { status: 200, body: shownToken(token, services) }
}

/** `POST /api/admin/tokens/{name}/rotate` */
export const rotateToken: OperationHandler<'rotateToken'> = (request, services, { name }) => {
  const { platform, relay } = services
  const { grace_seconds: grace = 0 } = bodyWith<PlatformRotation>(request, 'A rotation', ['grace_seconds'])
  return platform.changes.run(async () => {
    const caller = changeable(name, services)
    const { key, hash, prefix } = newKey(services)
    const oldUntil = relay.now() + grace * 1000
    const [current] = platform.tokens.keysOf(caller.id)
    await fromDatabase(platform.issued.rotate(caller.id, { hash, prefix, oldUntil: new Date(oldUntil) }))
    const renewed = { ...caller, prefix }
    platform.tokens.add([{ hash }, ...(current === undefined ? [] : [{ hash: current.hash, until: oldUntil }])], renewed)
    return { status: 200, body: { key, ...shownToken(renewed, services) } }
  })
}

/** `DELETE /api/admin/tokens/{name}` */
export const revokeToken: OperationHandler<'revokeToken'> = (_request, services, { name }) =>
  services.platform.changes.run(async () => {
    await revoke(changeable(name, services), services)
    return { status: 200, body: { name, revoked: true } }
  })

async function revoke({ id }: TokenCaller, { platform, accounts, relay }: OperationServices): Promise<void> {
  await fromDatabase(platform.issued.revoke(id, new Date(relay.now())))
  platform.tokens.remove(id)
  accounts.forget(id)
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

/** What a member's token would not be let into is not promised to it. */
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

/** The token of this name, where it does not belong to the file. */
function changeable(name: string, services: OperationServices): TokenCaller {
  const token = named(name, services)
  refuseOfFile(name, services)
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
