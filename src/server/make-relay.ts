import type { Configuration } from '../config/configuration.js'
import { RepeatedJson } from '../json/repeated-json.js'
import { ProofStore } from '../relay/conversation/proof-store.js'
import { Deadlines } from '../relay/deadlines.js'
import type { RelayServices } from '../relay/services.js'
import { RetryBudget } from '../routing/retry-budget.js'
import { newId } from './new-id.js'

type Given = Pick<RelayServices, 'client' | 'breakers' | 'now'>

/** The services of one process's relay. `budget`: what the process may retry, where that is not all that the configuration allows. */
export function makeRelay(
  { timeouts, limits, retries }: Configuration,
  { client, breakers, now }: Given,
  budget = new RetryBudget(retries),
): RelayServices {
  return {
    client,
    deadlines: new Deadlines(),
    proofs: new ProofStore(now),
    repeated: new RepeatedJson(32 * 1024 * 1024),
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
