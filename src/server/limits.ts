import { Admission, type AdmissionOptions } from '../access/admission.js'
import type { Configuration } from '../config/index.js'
import type { Log } from '../observability/log.js'
import type { Deadlines } from '../relay/deadlines.js'
import { ClientConnections, type SurplusReason } from './connections/client-connections.js'

export function admissionFor(
  { limits }: Configuration,
  parts: Pick<AdmissionOptions, 'process' | 'quotas' | 'callerNow' | 'clock' | 'canRecord'>,
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
    clock: () => performance.now(),
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
    onSurplus: (reason, connections) => {
      log.warn(surplusMessages[reason], { connections })
    },
  })
}

const surplusMessages: Readonly<Record<SurplusReason, string>> = {
  address: 'an address has more connections than limits.connections_per_address: the surplus is closed',
  all: 'there are more connections than 10 times limits.in_flight, or 10,000: the oldest idle ones are closed, or new ones',
  unread: 'clients leave more bytes unread than limits.unread_bytes: those that have not read for the longest time are disconnected',
}
