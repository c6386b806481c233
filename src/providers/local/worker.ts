import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { AddressInfo } from 'node:net'
import { loadLlamaEngine } from './llama-engine.js'
import { createLocalServer } from './server.js'
import type { WorkerMessage, WorkerSettings } from './worker-settings.js'

// The process of the local model: dist/local-model.js. It gets its settings from its parent and ends with it.
// Signals to the terminal's process group are ignored: a running answer is finished while the gateway drains.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(0))
process.once('message', (message) => {
  // Only the parent can send here, and it sends nothing else.
  serve(message as WorkerSettings).catch((error: unknown) => {
    report({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
  })
})

/** Listens before the model is loaded: after a crash the next request waits a second instead of failing. */
async function serve(settings: WorkerSettings): Promise<void> {
  // Generating takes a whole core: the gateway gets priority.
  setPriority(10)
  const engine = loadLlamaEngine(settings)
  const server = createLocalServer({ engine, key: settings.key, queue: settings.queue, deadlineMs: settings.deadlineMs })
  server.listen({ host: '127.0.0.1', port: settings.port })
  await Promise.all([once(server, 'listening'), engine])
  report({ type: 'ready', port: (server.address() as AddressInfo).port })
}

function report(message: WorkerMessage, sent: () => void = () => undefined): void {
  process.send?.(message, sent)
}
