import type { PlatformNewToken, PlatformToken } from '../../../generated/platform/model/index.js'
import type { TokenCaller } from '../../access/caller.js'
import { hashTokenKey, tokenKey, tokenPrefix } from '../../access/token-key.js'
import { formatMoney, parseMoney } from '../../accounting/money.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { requiredBody } from '../converse.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { fromDatabase } from './database.js'

/** `GET /api/admin/tokens` */
export const listTokens: OperationHandler<'listTokens'> = (_request, services) => {
  const tokens = services.platform.tokens.all().sort((one, other) => (one.name < other.name ? -1 : 1))
  return { status: 200, body: { data: tokens.map((token) => shown(token, services)) } }
}

/** `GET /api/admin/tokens/{name}` */
export const getToken: OperationHandler<'getToken'> = (_request, services, { name }) => {
  return { status: 200, body: shown(named(name, services), services) }
}

/** `GET /api/token` */
export const getOwnToken: OperationHandler<'getOwnToken'> = ({ caller }, services) => {
  if (caller.kind !== 'token') throw noToken()
  return { status: 200, body: shown(caller, services) }
}

/** `POST /api/admin/tokens` */
export const createToken: OperationHandler<'createToken'> = async (request, services) => {
  const { platform } = services
  const asked = newTokenIn(request)
  refuseTaken(asked.name, services)
  const key = tokenKey(platform.randomBytes(32))
  const id = `tok_${platform.randomBytes(16).toString('hex')}`
  const hash = hashTokenKey(key, platform.secretKey)
  const caller = callerOf(asked, id, tokenPrefix(key))
  await fromDatabase(
    platform.issued
      .add({
        id,
        name: asked.name,
        hash,
        prefix: tokenPrefix(key),
        owner: caller.owner,
        createdAt: new Date(services.relay.now()),
        ...(caller.policy.models === undefined ? {} : { models: JSON.stringify(caller.policy.models) }),
        ...(asked.budget_usd === undefined ? {} : { budget_usd: asked.budget_usd }),
        ...(asked.requests_per_minute === undefined ? {} : { requests_per_minute: asked.requests_per_minute }),
        ...(asked.tokens_per_minute === undefined ? {} : { tokens_per_minute: asked.tokens_per_minute }),
        ...(asked.max_concurrent === undefined ? {} : { max_concurrent: asked.max_concurrent }),
        ...(asked.expires_at === undefined ? {} : { expires_at: asked.expires_at }),
      })
      .catch((error: unknown) => {
        // Two that asked for one name at the same time.
        refuseTaken(asked.name, services)
        throw error
      }),
  )
  platform.tokens.add(hash, caller)
  return { status: 200, body: { key, ...shown(caller, services) } }
}

/** `DELETE /api/admin/tokens/{name}` */
export const revokeToken: OperationHandler<'revokeToken'> = async (_request, services, { name }) => {
  const { platform, accounts, relay } = services
  const { id } = named(name, services)
  refuseOfFile(name, services)
  await fromDatabase(platform.issued.revoke(id, new Date(relay.now())))
  platform.tokens.remove(id)
  accounts.forget(id)
  return { status: 200, body: { name, revoked: true } }
}

const defaultConcurrency = 100

function callerOf(asked: PlatformNewToken, id: string, prefix: string): TokenCaller {
  const { models, budget_usd: budget, requests_per_minute: requests, tokens_per_minute: tokens, expires_at: expires } = asked
  return {
    kind: 'token',
    id,
    name: asked.name,
    owner: id,
    prefix,
    policy: {
      maxConcurrent: asked.max_concurrent ?? defaultConcurrency,
      ...(models === undefined || models.includes('*') ? {} : { models }),
      ...(budget === undefined ? {} : { budget: parseMoney(budget) }),
      ...(requests === undefined ? {} : { requestsPerMinute: requests }),
      ...(tokens === undefined ? {} : { tokensPerMinute: tokens }),
    },
    ...(expires === undefined ? {} : { expiresAt: Date.parse(expires) }),
  }
}

const members: ReadonlySet<string> = new Set([
  ...['name', 'models', 'budget_usd', 'requests_per_minute', 'tokens_per_minute', 'max_concurrent', 'expires_at'],
])

/** A limit with a typing mistake would be none at all. */
function newTokenIn(request: GatewayRequest): PlatformNewToken {
  const { json } = requiredBody(request)
  const unknown = Object.keys(json).find((member) => !members.has(member))
  if (unknown !== undefined) throw refuse(`/${unknown}`, `A token has no ${JSON.stringify(unknown)}; it takes ${[...members].join(', ')}.`)
  // The contract has just checked every member.
  return json as unknown as PlatformNewToken
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

function named(name: string, { platform }: OperationServices): TokenCaller {
  const token = platform.tokens.named(name)
  if (token === undefined) throw noToken()
  return token
}

function noToken(): GatewayFailure {
  return new GatewayFailure({ kind: 'not_found', message: 'There is no token of this name.' })
}

function shown(token: TokenCaller, { accounts, platform }: OperationServices): PlatformToken {
  const { name, policy, prefix, expiresAt } = token
  const account = accounts.of(token)
  return {
    name,
    prefix: prefix ?? null,
    models: [...(policy.models ?? ['*'])],
    budget_usd: policy.budget === undefined ? null : formatMoney(policy.budget),
    requests_per_minute: policy.requestsPerMinute ?? null,
    tokens_per_minute: policy.tokensPerMinute ?? null,
    max_concurrent: policy.maxConcurrent,
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    managed_by: platform.filePlaces.has(name) ? 'file' : 'api',
    spent_usd: formatMoney(account.spent),
    reserved_usd: formatMoney(account.reserved),
    in_flight: platform.admission.runningOf(token.id),
  }
}
