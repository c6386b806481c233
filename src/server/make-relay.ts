import type { ProcessBytes } from '../access/holding.js'
import type { Configuration } from '../config/configuration.js'
import { RepeatedJson } from '../json/repeated-json.js'
import { ProofStore } from '../relay/conversation/proof-store.js'
import { Deadlines } from '../relay/deadlines.js'
import type { RelayServices } from '../relay/services.js'
import { RetryBudget } from '../routing/retry-budget.js'
import { newId } from './new-id.js'

/** For what agents send again, and its translations, as far as bodies leave memory. */
const mostRepeatedBytes = 64 * 1024 * 1024

interface Given extends Pick<RelayServices, 'client' | 'breakers' | 'now'> {
  /** What the requests of this process hold. */
  readonly process: ProcessBytes
}

/** The services of one process's relay. `budget`: what the process may retry, where that is not all that the configuration allows. */
export function makeRelay(
  { timeouts, limits, retries }: Configuration,
  { client, breakers, now, process }: Given,
  budget = new RetryBudget(retries),
): RelayServices {
  const repeated = new RepeatedJson({
    get limitBytes() {
      return Math.min(mostRepeatedBytes, limits.memory_bytes - process.bytes)
    },
  })
  process.spare = repeated
  return {
    client,
    deadlines: new Deadlines(),
    proofs: new ProofStore(now),
    repeated,
    timeouts,
    limits,
    retries,
    breakers,
    budget,
    now,
    random: Math.random,
    newId,
  }
}
