import type { Configuration } from '../config/index.js'
import { UpstreamClient } from '../relay/upstream/upstream-client.js'

/** `provisioned`: the configuration with the entries of the database, which may change. */
export function upstreamClientFor(configuration: Configuration, provisioned: () => Configuration): UpstreamClient {
  return new UpstreamClient({
    get connectMs() {
      return longestConnectMs(provisioned())
    },
    get longestAgeMs() {
      return configuration.timeouts.max_connection_age_ms
    },
  })
}

/** Connections to providers live under these. */
export function connectionTimes(configuration: Configuration): readonly number[] {
  return [longestConnectMs(configuration), configuration.timeouts.max_connection_age_ms]
}

/** The relay applies each target's own limit; undici's limit must not be shorter. */
function longestConnectMs({ timeouts, providers, models }: Configuration): number {
  return Math.max(timeouts.connect_ms, ...[...providers, ...models].map((own) => own.timeouts?.connect_ms ?? 0))
}
