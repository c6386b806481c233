import { randomBytes } from 'node:crypto'
import type { Configuration } from '../config/configuration.js'
import type { Platform } from '../operations/admin/platform.js'
import type { Store } from '../store/store.js'

type OfStore = 'issued' | 'recorded' | 'auditLog' | 'requests' | 'usage' | 'bodies'
type OfConfiguration = 'fineUsageDays' | 'filePlaces' | 'configuration' | 'secretKey'
type Given = Omit<Platform, OfStore | OfConfiguration | 'randomBytes'>

/** `loadedAt`: when the configuration was read, in milliseconds since the epoch. */
export function platformServices(configuration: Configuration, store: Store, loadedAt: number, given: Given): Platform {
  return {
    ...given,
    issued: store.tokens,
    recorded: store.recorded,
    auditLog: store.auditLog,
    requests: store.requests,
    usage: store.usage,
    bodies: store.bodies,
    get fineUsageDays() {
      return configuration.accounting.fine_usage_days
    },
    filePlaces: tokenPlacesOf(configuration),
    configuration: { file: configuration.file, loadedAt, atNextStart: [] },
    secretKey: configuration.secret_key,
    randomBytes,
  }
}

/** Where the tokens of the file stand in it. */
export function tokenPlacesOf({ tokens }: Configuration): ReadonlyMap<string, string> {
  return new Map(tokens.map(({ name, place }) => [name, place]))
}
