import { isDeepStrictEqual } from 'node:util'
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

/** Returns what takes each later configuration: where connections have other times in it, the next requests get new ones. */
export function renewing(client: UpstreamClient, first: Configuration): (next: Configuration) => void {
  let times = connectionTimes(first)
  return (next) => {
    const fresh = connectionTimes(next)
    if (!isDeepStrictEqual(times, fresh)) client.renew()
    times = fresh
  }
}

function connectionTimes(configuration: Configuration): readonly number[] {
  return [longestConnectMs(configuration), configuration.timeouts.max_connection_age_ms]
}

/** The relay applies each target's own limit; undici's limit must not be shorter. */
function longestConnectMs({ timeouts, providers, models }: Configuration): number {
  return Math.max(timeouts.connect_ms, ...[...providers, ...models].map((own) => own.timeouts?.connect_ms ?? 0))
}
