import { limitYoungSpace } from '../../engine/young-space.js'
import { compiledWhole, writeCompiledCode } from '../../engine/compile-cache.js'
import { exitOnCrash } from '../../engine/crash.js'
import { collectGarbage } from '../../engine/garbage.js'
import { prepareEngine } from '../../engine/prepare-engine.js'
import { keepEnvironmentOutOfReports } from '../../engine/reports.js'
import { entranceVariable } from '../entrance-variable.js'
import type { GatewayMessage, WorkerMessage } from '../messages.js'
import { pack } from '../packed.js'
import type { WorkerOptions } from './start-worker.js'

exitOnCrash()
keepEnvironmentOutOfReports()
prepareEngine()

const send = (messages: readonly WorkerMessage[], sent?: () => void): void => {
  process.send?.(pack(messages), undefined, undefined, () => sent?.())
}

// Signals to the whole group are the gateway's own to answer; without it no worker goes on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit(1))

const early: GatewayMessage[] = []
let take: ((message: GatewayMessage) => void) | undefined
process.on('message', (messages: readonly GatewayMessage[]) => {
  for (const message of messages) {
    if (take !== undefined) take(message)
    else {
      early.push(message)
      begin(message)
    }
  }
})

/** While the gateway's own process makes its services. */
const program = loadProgram()
let begun = false

async function loadProgram(): Promise<(options: WorkerOptions) => Promise<void>> {
  // As `prepareStart` does: V8 takes kept code only where it compiles in the same way.
  await import('../../contract/own-operations.js')
  await compiledWhole(() => import('./app.js'))
  return (await import('./start-worker.js')).startWorker
}

function begin(message: GatewayMessage): void {
  if (begun || message.type !== 'configure') return
  begun = true
  const { configuration, workers } = message
  const options: WorkerOptions = {
    configuration,
    workers,
    entrance: process.env[entranceVariable] ?? '',
    channel: { send },
    hear: (hearing) => {
      take = hearing
      for (const before of early.splice(0)) hearing(before)
    },
    ended: () => {
      send([], () => process.exit(0))
    },
  }
  const started = program.then((startWorker) => startWorker(options))
  started.then(
    () => {
      collectGarbage()
      limitYoungSpace()
      writeCompiledCode()
    },
    (error: unknown) => {
      const { message: text, code } =
        error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error), code: undefined }
      send([{ type: 'failed', message: text, code }], () => process.exit(1))
    },
  )
}
