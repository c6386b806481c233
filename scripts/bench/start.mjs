// Start and idle memory of the built gateway: the time from the start of the process to its first answer, and the resident memory after a
// moment without requests. `make bench-start`, or node scripts/bench/start.mjs [--rounds N].
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ended, memoryMiB, processorMicroseconds, root, startGateway, startScript } from './processes.mjs'
import { median, round } from './figures.mjs'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const { address: provider } = await startScript('provider.mjs')
const starts = []
for (let count = 0; count < Number(options.rounds); count++) starts.push(await oneStart())
const figures = Object.fromEntries(Object.keys(starts[0]).map((name) => [name, round(median(starts.map((start) => start[name])), 1)]))
console.log(
  `first answer after ${figures.firstAnswerMs} ms (${starts.map(({ firstAnswerMs }) => Math.round(firstAnswerMs)).join(' ')}), ` +
    `${figures.processorMs} ms of them of a processor; idle memory ${figures.idleMiB} MiB`,
)
process.exit()

async function oneStart() {
  const startedAt = performance.now()
  const { child, address } = await startGateway(root, provider, 'chat')
  const reply = await fetch(`${address}/healthz`)
  if (reply.status !== 200) throw new Error(`/healthz answered ${reply.status}`)
  const firstAnswerMs = performance.now() - startedAt
  const processorMs = processorMicroseconds(child) / 1000
  await sleep(3000)
  const idleMiB = memoryMiB(child)
  await ended(child)
  return { firstAnswerMs, processorMs, idleMiB }
}
