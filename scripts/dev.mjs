// Serves during development: after every change in src/ the program is built and the gateway restarts.
import { spawn } from 'node:child_process'
import { context } from 'esbuild'
import { copyContract, options } from './build.mjs'

let gateway
let stopping = false

function restart() {
  if (gateway === undefined || gateway.exitCode !== null || gateway.signalCode !== null) return run()
  gateway.once('exit', run)
  // Twice: the second signal ends it without waiting for running requests.
  gateway.kill('SIGTERM')
  gateway.kill('SIGTERM')
}

function run() {
  if (!stopping) gateway = spawn(process.execPath, ['dist/main.js', 'start'], { stdio: 'inherit', cwd: options.absWorkingDir })
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopping = true
    if (gateway?.exitCode === null) gateway.once('exit', () => process.exit(0)).kill('SIGTERM')
    else process.exit(0)
  })

copyContract()
const restarting = { name: 'restart', setup: (build) => build.onEnd((result) => void (result.errors.length === 0 && restart())) }
await (await context({ ...options, plugins: [...options.plugins, restarting] })).watch()
