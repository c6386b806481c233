import type { PlatformConsoleModel, PlatformConsolePrice, PlatformConsoleTarget } from '../../../generated/platform/model/index.js'
import { formatMoney } from '../../accounting/money.js'
import { priceAt } from '../../accounting/price.js'
import { chatDialects } from '../../exchange/dialect-name.js'
import { requestStyles } from '../../exchange/media-task.js'
import { listModels } from '../../routing/resolve-model.js'
import type { RoutedModel, RoutedTarget } from '../../routing/target.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { playgroundOf } from './playground-token.js'
import { readRecentFailures, type RecentFailures } from './recent-failures.js'
import { requireSession } from './session.js'

/** `GET /api/console/models` */
export const listConsoleModels: OperationHandler<'listConsoleModels'> = async ({ caller }, services) => {
  const { routing, providerModels } = services
  const { user, signedIn } = requireSession(caller)
  const models = await listModels(routing, providerModels, playgroundOf(user, signedIn.session.id, services))
  // The playground has its models also while there is no database.
  const failures = await readRecentFailures(services.platform.usage, services.relay.now()).catch((): RecentFailures => () => undefined)
  const data = models.map((model) => shownModel(model, services, failures)).sort((one, other) => (one.name < other.name ? -1 : 1))
  return { status: 200, body: { data } }
}

function shownModel({ name, targets: own }: RoutedModel, services: OperationServices, failures: RecentFailures): PlatformConsoleModel {
  // Models that have no entry of their own are listed without their targets.
  const targets = own.length > 0 ? own : (services.routing.resolve(name) ?? [])
  const limits = targets.flatMap(({ maxOutputTokens }) => maxOutputTokens ?? [])
  return {
    name,
    endpoints: endpointsOf(targets),
    max_output_tokens: limits.length === 0 ? null : Math.min(...limits),
    context_window: contextWindowOf(targets, services) ?? null,
    modalities: modalitiesOf(targets) ?? null,
    targets: targets.map((target) => shownTarget(target, services, failures)),
  }
}

/** The least of all targets; `undefined` where that of one is not known. */
function contextWindowOf(targets: readonly RoutedTarget[], { routing }: OperationServices): number | undefined {
  let least: number | undefined
  for (const target of targets) {
    const window = routing.contextWindow(target)
    if (window === undefined) return undefined
    least = Math.min(least ?? window, window)
  }
  return least
}

/** The configuration's, which all targets of a model share. */
const modalitiesOf = ([first]: readonly RoutedTarget[]): PlatformConsoleModel['modalities'] | undefined =>
  first?.modalities && [...first.modalities]

/** In the order of the contract. Chat at a provider of any style works in all of them. */
function endpointsOf(targets: readonly RoutedTarget[]): PlatformConsoleModel['endpoints'] {
  const chats = targets.some(({ provider, model }) => provider.dialectsFor(model).length > 0)
  const offered = new Set<string>(targets.flatMap(({ provider, model }) => Object.keys(provider.mediaFor(model))))
  return requestStyles.filter((style) => (chatDialects.some((dialect) => dialect === style) ? chats : offered.has(style)))
}

function shownTarget(target: RoutedTarget, { relay }: OperationServices, failures: RecentFailures): PlatformConsoleTarget {
  const { provider, model, weight } = target
  return {
    provider: provider.settings.name,
    kind: provider.settings.kind,
    model,
    weight: weight ?? null,
    breaker: relay.breakers.state(target),
    recent_failures: failures(provider.settings.name, model) ?? null,
    price: shownPrice(target, relay.now()),
  }
}

function shownPrice({ price }: RoutedTarget, now: number): PlatformConsolePrice | null {
  if (price === undefined) return null
  const { input, output, cachedInput } = priceAt(price, now).rates
  return {
    input_usd_per_million: formatMoney(input * million),
    output_usd_per_million: formatMoney(output * million),
    cached_input_usd_per_million: formatMoney(cachedInput * million),
  }
}

const million = 1_000_000n
