import { availableParallelism } from 'node:os'
import type { ServerSettings } from '../config/configuration.js'
import type { Workers } from '../server/workers.js'

/** The processes that `server.workers` asks for; none where there would be one, which the gateway's own process is as well. */
export async function workersFor({ workers }: ServerSettings): Promise<{ readonly workers?: Workers }> {
  const count = workers === 'auto' ? availableParallelism() : workers
  if (count < 2) return {}
  const { EntranceFolder, WorkerPool } = await import('../workers/primary/pool.js')
  return { workers: new WorkerPool(count, await EntranceFolder.make()) }
}
