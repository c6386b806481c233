import { availableParallelism, totalmem } from 'node:os'
import type { Configuration } from '../config/configuration.js'
import type { Workers } from '../server/workers.js'
import { usableMemory } from './doctor/machine.js'

/** The processes that `server.workers` asks for; none where there would be one, which the gateway's own process is as well. */
export async function workersFor({ server, limits }: Configuration): Promise<Workers | undefined> {
  const count = server.workers === 'auto' ? fittingWorkers(limits, machine()) : server.workers
  if (count < 2) return undefined
  const { EntranceFolder, WorkerPool } = await import('../workers/primary/pool.js')
  return new WorkerPool(count, await EntranceFolder.make())
}

interface Machine {
  readonly cores: number
  /** In bytes. */
  readonly memory: number
}

/** Those that this process may use. */
function machine(): Machine {
  return { cores: availableParallelism(), memory: usableMemory(process.constrainedMemory(), totalmem()) }
}

/**
 * One for each core, as long as the gateway's own process keeps up with them, and what each may hold in memory fits in half of the
 * machine's. Below four cores one process does all (docs/decisions/workers-take-what-is-plain.md).
 */
export function fittingWorkers(
  { memory_bytes: bodies, unread_bytes: unread }: Pick<Configuration['limits'], 'memory_bytes' | 'unread_bytes'>,
  { cores, memory }: Machine,
): number {
  if (cores < leastCores) return 1
  return Math.max(1, Math.min(cores, mostWorkers, Math.floor(memory / 2 / (bodies + unread))))
}

const leastCores = 4
/** Of each request the gateway's own process takes about a sixth of the time that a worker takes. */
const mostWorkers = 6
