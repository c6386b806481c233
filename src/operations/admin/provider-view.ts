import type { PlatformProvider } from '../../../generated/platform/model/index.js'
import type { ConfiguredProvider } from '../../config/configuration.js'
import { defined, isObject, type JsonObject } from '../../json/object.js'
import { namesOfFile } from '../../provisioning/effective.js'
import { maskEntry } from '../../provisioning/secret-members.js'
import type { BreakerState } from '../../routing/breaker.js'
import type { OperationServices } from '../operation.js'
import { entriesOf, type Entry } from './entries.js'
import { time } from './token-view.js'
import { versionOf } from './versions.js'

export type ProviderEntry = Entry<ConfiguredProvider>

export function providerEntries({ platform: { provisioning } }: OperationServices): ProviderEntry[] {
  const { file } = provisioning
  const taken = namesOfFile(file).providers
  return entriesOf(file.providers, file.places.providers, provisioning.providers, (name) => taken.has(name))
}

/** A provider as the admin API shows it. Never a secret. */
export function shownProvider({ name, managedBy, place, settings, stored }: ProviderEntry, services: OperationServices): PlatformProvider {
  const { platform, routing } = services
  const provider = routing.provider(name)
  const content = maskEntry(stored?.content ?? (settings === undefined ? {} : contentOf(settings)))
  const { kind, api_key: key, base_url: address } = content
  return {
    ...content,
    name,
    kind: typeof kind === 'string' ? kind : '',
    managed_by: managedBy,
    place,
    version: stored === undefined ? null : versionOf(stored),
    base_url: provider === undefined ? (typeof address === 'string' ? address : null) : provider.origin + provider.basePath,
    api_key: typeof key === 'string' ? key : null,
    created_at: stored === undefined ? null : time(stored.createdAt),
    models: platform.provisioning.configuration.models
      .filter(({ targets }) => targets.some((target) => target.provider === name))
      .map((model) => model.name),
    problem: stored?.problem ?? null,
    health: healthOf(name, services),
  }
}

/** A complete provider as the file would have it. */
function contentOf({ settings, passthrough, connection: _connection, headers, ...rest }: ConfiguredProvider): JsonObject {
  return defined<JsonObject>({
    ...rest,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    passthrough: passthrough === undefined || passthrough.prefixes.length > 0 ? passthrough : true,
    ...(isObject(settings) ? settings : {}),
  })
}

const worse: readonly BreakerState[] = ['closed', 'half_open', 'open']

function healthOf(name: string, { platform, relay, routing }: OperationServices): PlatformProvider['health'] {
  const { succeededAt, failedAt, failure } = platform.health.of(name)
  const now = relay.now()
  const clock = relay.breakers.clock()
  const shown = (at: number | undefined): string | null => (at === undefined ? null : time(Math.round(now - (clock - at))))
  const states = routing.targets.filter(({ provider }) => provider.settings.name === name).map((target) => relay.breakers.state(target))
  return {
    breaker: worse.findLast((state) => states.includes(state)) ?? 'closed',
    last_success_at: shown(succeededAt),
    last_failure_at: shown(failedAt),
    last_failure: failure ?? null,
  }
}
