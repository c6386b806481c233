import type { Configuration } from '../config/index.js'
import { IssuedIds } from '../operations/issued-ids.js'
import { KeptObjects } from '../operations/kept-objects.js'
import { KeptResponses } from '../operations/responses/kept-responses.js'
import type { Store } from '../store/store.js'

interface Parts {
  readonly store: Store
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
}

export function keptResponses(configuration: Configuration, { store, now, onTrouble }: Parts): KeptResponses {
  return new KeptResponses({
    ...(configuration.database.kind === 'memory' ? {} : { repository: store.responses }),
    now,
    capacityBytes: 32 * 1024 * 1024,
    get lifeMs() {
      return configuration.responses.ttl_days * 86_400_000
    },
    get quotaBytes() {
      return configuration.responses.quota_bytes
    },
    believedMs: configuration.database.kind === 'postgres' ? 1000 : Infinity,
    onTrouble,
  })
}

export function keptObjects(configuration: Configuration, { store, now, onTrouble }: Parts): KeptObjects {
  return new KeptObjects({
    repository: store.keptObjects,
    now,
    capacityBytes: configuration.database.kind === 'memory' ? 32 * 1024 * 1024 : undefined,
    get lifeMs() {
      return configuration.responses.ttl_days * 86_400_000
    },
    get quotaBytes() {
      return configuration.responses.quota_bytes
    },
    onTrouble,
  })
}

export function issuedIdsFor(configuration: Configuration, { store, now, onTrouble }: Parts): IssuedIds {
  return new IssuedIds({
    ...(configuration.database.kind === 'memory' ? {} : { repository: store.issuedIds }),
    now,
    get lifeMs() {
      return configuration.responses.ttl_days * 86_400_000
    },
    get unknown() {
      return configuration.unknown_ids
    },
    onTrouble,
  })
}
