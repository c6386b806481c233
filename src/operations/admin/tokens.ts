import type { PlatformNewToken, PlatformTokenChanges } from '../../../generated/platform/model/index.js'
import { tokenCaller, type TokenCaller } from '../../access/caller.js'
import { hashTokenKey, tokenKey, tokenPrefix } from '../../access/token-key.js'
import type { TokenLimits } from '../../config/configuration.js'
import { parseNetwork } from '../../config/network.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { fromDatabase } from './database.js'
import { bodyWith } from './read-body.js'
import { shownToken } from './token-view.js'

/** `GET /api/admin/tokens` */
export const listTokens: OperationHandler<'listTokens'> = (_request, services) => {
  const tokens = services.platform.tokens.all().sort((one, other) => (one.name < other.name ? -1 : 1))
  return { status: 200, body: { data: tokens.map((token) => shownToken(token, services)) } }
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
  // The contract has just checked every member.
  const { name, ...limits } = bodyWith(request, 'A token', ['name', ...limitNames]) as unknown as PlatformNewToken
  requireNetworks(limits)
  return platform.changes.run(async () => {
    refuseTaken(name, services)
    const now = relay.now()
    const { key, hash, prefix } = newKey(services)
    const id = `tok_${platform.randomBytes(16).toString('hex')}`
    const caller = tokenCaller({ id, name, owner: id, prefix, createdAt: now }, limits)
    await fromDatabase(platform.issued.add({ caller, hash, prefix }, new Date(now)))
    platform.tokens.add([{ hash }], caller)
    return { status: 200, body: { key, ...shownToken(caller, services) } }
  })
}

/** `PATCH /api/admin/tokens/{name}` */
export const changeToken: OperationHandler<'changeToken'> = (request, services, { name }) => {
  const { platform } = services
  const changes = bodyWith(request, 'A token', limitNames) as unknown as PlatformTokenChanges
  requireNetworks(changes)
  return platform.changes.run(async () => {
    const { limits, expiresAt: _expiresAt, ...identity } = changeable(name, services)
    const changed = tokenCaller(identity, merged(limits, changes))
    await fromDatabase(platform.issued.change(changed))
    platform.tokens.change(changed)
    return { status: 200, body: shownToken(changed, services) }
  })
}

/** `POST /api/admin/tokens/{name}/rotate` */
export const rotateToken: OperationHandler<'rotateToken'> = (request, services, { name }) => {
  const { platform, relay } = services
  const { grace_seconds: grace } = bodyWith(request, 'A rotation', ['grace_seconds'])
  return platform.changes.run(async () => {
    const caller = changeable(name, services)
    const { key, hash, prefix } = newKey(services)
    const oldUntil = relay.now() + (typeof grace === 'number' ? grace : 0) * 1000
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

const limitNames = [
  ...['scopes', 'models', 'styles', 'networks', 'budget_usd', 'budget_per_day_usd', 'budget_per_week_usd', 'budget_per_month_usd'],
  ...['requests_per_minute', 'requests_per_day', 'tokens_per_minute', 'tokens_per_day', 'max_concurrent', 'max_wait_ms', 'expires_at'],
]

/** The limits after these changes; `null` takes one away. */
function merged(limits: TokenLimits, changes: PlatformTokenChanges): TokenLimits {
  const all: Record<string, unknown> = { ...limits, ...changes }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

/** The contract's pattern lets some texts through that are no addresses. */
function requireNetworks({ networks }: Pick<PlatformTokenChanges, 'networks'>): void {
  const wrong = networks?.findIndex((text) => parseNetwork(text) === undefined) ?? -1
  if (wrong >= 0) throw refuse(`/networks/${wrong}`, 'expected an address or a network such as "10.0.0.0/8"')
}

function newKey({ platform }: OperationServices): { readonly key: string; readonly hash: string; readonly prefix: string } {
  const key = tokenKey(platform.randomBytes(32))
  return { key, hash: hashTokenKey(key, platform.secretKey), prefix: tokenPrefix(key) }
}

function refuseTaken(name: string, services: OperationServices): void {
  refuseOfFile(name, services)
  if (services.platform.tokens.named(name) !== undefined)
    throw new GatewayFailure({ kind: 'conflict', message: `There is a token ${JSON.stringify(name)} already.`, param: '/name' })
}

function refuseOfFile(name: string, { platform }: OperationServices): void {
  const place = platform.filePlaces.get(name)
  if (place === undefined) return
  throw new GatewayFailure({
    kind: 'conflict',
    code: 'managed_by_file',
    message: `The token ${JSON.stringify(name)} belongs to the configuration file (${place}): change it there.`,
  })
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
