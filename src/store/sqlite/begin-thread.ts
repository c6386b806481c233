import { Worker } from 'node:worker_threads'
import { threadOptions } from '../../engine/reports.js'

/** Beside the running file: the bundle's own entry, or the source where the program runs from it. */
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './sqlite-thread.js', import.meta.url)

let spare: Worker | undefined

/** Begins the thread of the first database that is opened, before it is known which one that is: it loads meanwhile. */
export function beginSpareThread(): void {
  spare = beginThread()
  spare.unref()
}

/** A thread that waits for its settings. */
export function takeThread(): Worker {
  const thread = spare ?? beginThread()
  spare = undefined
  return thread
}

/** No database needs it. */
export async function endSpareThread(): Promise<void> {
  const thread = spare
  spare = undefined
  await thread?.terminate()
}

function beginThread(): Worker {
  // Its batches are short-lived: without a limit its space for young objects grows to as much as the main thread's.
  return new Worker(workerFile, { ...threadOptions, resourceLimits: { maxYoungGenerationSizeMb: 8 } })
}
