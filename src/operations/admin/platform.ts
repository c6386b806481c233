import type { Admission } from '../../access/admission.js'
import type { People } from '../../access/people.js'
import type { Tokens } from '../../access/tokens.js'
import type { Provisioning } from '../../provisioning/provisioning.js'
import type { ProviderHealth } from '../../record/provider-health.js'
import type { AuditLog } from '../../store/audit-log.js'
import type { Store } from '../../store/store.js'
import type { RequestRepository } from '../../store/request-repository.js'
import type { ListOptions } from '../../config/list-models.js'
import type { LastUses } from '../../access/last-uses.js'
import type { TokenRepository } from '../../store/token-repository.js'
import type { OneByOne } from '../../relay/one-by-one.js'
import type { BodyRepository } from '../../store/body-repository.js'
import type { UsageRepository } from '../../store/usage-repository.js'

export interface ConfigurationState {
  readonly file: string | undefined
  /** When what counts now was read, in milliseconds since the epoch. */
  readonly loadedAt: number
  /** Why the file as it is now is not in effect. */
  readonly error?: string
  /** Keys that have changed in the file and count at the next start only. */
  readonly atNextStart: readonly string[]
}

/** The worker processes of the gateway. */
export interface WorkersState {
  /** How many there should be. */
  readonly wanted: number
  /** How many have taken the place of one that ended, since the start. */
  readonly replaced: number
  readonly processes: readonly WorkerState[]
}

export interface WorkerState {
  /** The id of the process. */
  readonly process: number
  /** Whether it takes connections. */
  readonly serves: boolean
  /** Requests that run in it. */
  readonly running: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/** What the admin API works with beside what other operations do. */
export interface Platform {
  readonly tokens: Tokens
  readonly issued: TokenRepository
  readonly people: People
  readonly recorded: Store['recorded']
  readonly auditLog: AuditLog
  /** Reads again what other gateways at the same database may have changed. */
  readonly refresh: () => Promise<void>
  readonly requests: RequestRepository
  readonly usage: UsageRepository
  readonly bodies: BodyRepository
  /** How long sums of five minutes are kept. */
  readonly fineUsageDays: number
  readonly admission: Admission
  readonly provisioning: Provisioning
  readonly health: ProviderHealth
  /** A request of the gateway's own to a provider. */
  readonly fetch: ListOptions['fetch']
  /** Where each token of the configuration file stands in it, by name: `anywire.yaml:14:5`. */
  filePlaces: ReadonlyMap<string, string>
  /** How the configuration file was read last. */
  configuration: ConfigurationState
  /**
   * Left out where this process answers alone. `heard` resolves when all have taken what they were told until now; a stuck one is not waited
   * for.
   */
  readonly workers?: { readonly state: WorkersState; heard(): Promise<void> }
  /** Under which keys of tokens are hashed. */
  readonly secretKey: string
  /** Changes of tokens and of whom they belong to. */
  readonly changes: OneByOne
  /** When tokens were used last, before this process began. */
  readonly lastUses: LastUses
  readonly randomBytes: (count: number) => Buffer
  /** The command for which alone this gateway runs: its changes are the command's. */
  readonly command?: string
}
