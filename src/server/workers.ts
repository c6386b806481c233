import type { Configuration } from '../config/configuration.js'
import type { WorkersState } from '../operations/admin/platform.js'
import type { RecordSink } from '../record/request-record.js'
import type { RunningRecords } from '../record/running-records.js'
import type { Gateway } from './gateway.js'

/** What the gateway's own process gives its workers. */
export interface WorkersGateway {
  readonly gateway: Gateway
  /** Take the records of what workers have answered; a worker writes its own log lines. */
  readonly sinks: readonly RecordSink[]
  /** Writes the log lines of requests that ended with their worker. */
  readonly log: RecordSink
  readonly running: RunningRecords
  /** All that counts now, with the entries of the database; what waits for the next start is as it was at this one. */
  readonly configuration: () => Configuration
}

/** Processes that take the clients' connections for a gateway, and pass on to it what they do not answer themselves. */
export interface Workers {
  /** The Unix socket on which the gateway itself listens, for its workers alone. */
  readonly entrance: string
  readonly state: WorkersState
  /** Starts them. Resolves with the address on which they listen. */
  start(parts: WorkersGateway): Promise<string>
  /** The configuration has changed. */
  configure(configuration: Configuration): void
  /** Resolves when all have taken what they were told until now; one that is stuck is not waited for. */
  heard(): Promise<void>
  /** They take no more connections. Resolves when all have ended. */
  drain(): Promise<void>
  /** What still runs in them ends with an error. */
  interrupt(): void
  /** Ends those that are still there. */
  end(): Promise<void>
}
