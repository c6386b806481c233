import type { LimitSettings, RetrySettings, TimeoutSettings } from '../config/configuration.js'
import type { Breakers } from '../routing/breakers.js'
import type { RetryBudget } from '../routing/retry-budget.js'
import type { RepeatedJson } from '../json/repeated-json.js'
import type { Deadlines } from './deadlines.js'
import type { ProofStore } from './conversation/proof-store.js'
import type { UpstreamSender } from './upstream/upstream-handler.js'

/** The services of the relay; one instance a process. Clock, randomness and ids are here so that the rooms below stay pure. */
export interface RelayServices {
  readonly client: UpstreamSender
  readonly deadlines: Deadlines
  readonly proofs: ProofStore
  /** Of callers' bodies, and of those that are sent to providers. */
  readonly repeated: RepeatedJson
  readonly timeouts: TimeoutSettings
  readonly limits: LimitSettings
  readonly retries: RetrySettings
  readonly breakers: Breakers
  readonly budget: RetryBudget
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly random: () => number
  /** A fresh id with 128 random bits. */
  readonly newId: (prefix: string) => string
}
