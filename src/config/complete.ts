import type { ConnectionSettings } from '../providers/provider-settings.js'
import type { Configuration, ModelSettings, ConfiguredProvider, TargetSettings, TokenSettings } from './configuration.js'
import { completePrice, decimal } from './complete-price.js'
import { parseDatabase } from './database-address.js'
import type { ConfigurationFile, ModelFile, ProviderFile, TokenFile } from './file.js'
import { providerKind } from '../providers/kinds.js'
import { defined } from '../json/object.js'

interface Surroundings {
  readonly path?: string
  readonly secretKey: string
  readonly workingDirectory: string
  readonly warnings: readonly string[]
  readonly tokenPlaces: readonly string[]
  readonly places: Configuration['places']
  /** Absent where the file names none. */
  readonly providers?: readonly ReachableProvider[]
}

/** A provider of the file, and how it is reached. */
export interface ReachableProvider {
  readonly provider: ProviderFile
  readonly connection: ConnectionSettings | undefined
}

/** From a checked file to the configuration that the gateway uses. */
export function complete(
  file: ConfigurationFile,
  { path, secretKey, workingDirectory, providers, warnings, tokenPlaces, places }: Surroundings,
): Configuration {
  const { database, redis, ...rest } = file
  return defined({
    file: path,
    server: withoutTrailingSlash(rest.server),
    database: parseDatabase(database, workingDirectory) ?? { kind: 'memory' },
    redis,
    secret_key: secretKey,
    admin: rest.admin,
    tokens: rest.tokens.map((token, index) => ({ ...completeToken(token), place: tokenPlaces[index] ?? '' })),
    providers: (providers ?? []).map(({ provider, connection }) => completeProvider(provider, connection)),
    models: rest.models.map(completeModel),
    limits: rest.limits,
    timeouts: rest.timeouts,
    retries: rest.retries,
    breaker: rest.breaker,
    responses: rest.responses,
    accounting: rest.accounting,
    webhooks: rest.webhooks,
    unknown_ids: rest.unknown_ids,
    log: rest.log,
    places,
    warnings,
    discover: providers === undefined,
  })
}

function withoutTrailingSlash(server: Configuration['server']): Configuration['server'] {
  return server.public_url === undefined ? server : { ...server, public_url: server.public_url.replace(/\/+$/, '') }
}

function completeToken(token: TokenFile): Omit<TokenSettings, 'place'> {
  const { budget_usd: total, budget_per_day_usd: day, budget_per_week_usd: week, budget_per_month_usd: month, ...rest } = token
  return defined({
    ...rest,
    budget_usd: total === undefined ? undefined : decimal(total),
    budget_per_day_usd: day === undefined ? undefined : decimal(day),
    budget_per_week_usd: week === undefined ? undefined : decimal(week),
    budget_per_month_usd: month === undefined ? undefined : decimal(month),
  })
}

export function completeProvider(provider: ProviderFile, connection?: ConnectionSettings): ConfiguredProvider {
  const { name, kind, base_url, api_key, chat_api, headers, forward_headers, auth, passthrough, timeouts, retries, ...others } = provider
  const { proxy, ca_file: _ca, client_cert_file: _cert, client_key_file: _key, ...settings } = others
  const definition = providerKind(kind)
  const address = base_url ?? definition?.defaultBaseUrl
  return defined({
    name,
    kind,
    base_url: address?.replace(/\/+$/, ''),
    api_key,
    chat_api: definition?.configuration.chatApi === true ? (chat_api ?? 'chat') : undefined,
    headers: headers ?? {},
    forward_headers:
      forward_headers === undefined || forward_headers.length === 0 ? undefined : forward_headers.map((header) => header.toLowerCase()),
    auth,
    passthrough:
      passthrough === undefined || passthrough === false
        ? undefined
        : { prefixes: passthrough === true ? [] : (passthrough.prefixes ?? []) },
    proxy,
    connection,
    timeouts,
    retries,
    settings,
  })
}

export function completeModel({ price, targets, ...model }: ModelFile): ModelSettings {
  return defined({
    ...model,
    targets: targets.map(({ price: own, ...target }): TargetSettings =>
      defined({
        ...target,
        price: own === undefined ? undefined : completePrice(own),
      }),
    ),
    price: price === undefined ? undefined : completePrice(price),
  })
}
