import { Admission, type AdmissionOptions } from '../access/admission.js'
import type { Configuration } from '../config/index.js'
import type { Log } from '../observability/log.js'
import type { Deadlines } from '../relay/deadlines.js'
import { ClientConnections } from './connections/client-connections.js'

export function admissionFor(
  { limits }: Configuration,
  parts: Pick<AdmissionOptions, 'quotas' | 'callerNow' | 'clock' | 'canRecord'>,
): Admission {
  return new Admission({
    get inFlight() {
      return limits.in_flight
    },
    get maxWaitMs() {
      return limits.max_wait_ms
    },
    get memoryBytes() {
      return limits.memory_bytes
    },
    ...parts,
  })
}

export function clientConnections({ limits, timeouts }: Configuration, deadlines: Deadlines, log: Log): ClientConnections {
  return new ClientConnections({
    deadlines,
    get stallMs() {
      return timeouts.client_stall_ms
    },
    get unreadBytes() {
      return limits.unread_bytes
    },
    // Each takes some kilobytes, and a file descriptor.
    get most() {
      return Math.max(10_000, 10 * limits.in_flight)
    },
    get perAddress() {
      return limits.connections_per_address
    },
    onRefused: (connections) => {
      log.warn('an address has more connections than limits.connections_per_address: the surplus is closed', { connections })
    },
  })
}
