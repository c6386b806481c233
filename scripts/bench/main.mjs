// What a request costs: requests per second and processor time of the built gateway beside a minimal proxy in Node (proxy.mjs), in rounds that
// alternate. `make bench`, or node scripts/bench/main.mjs with --rounds N, --seconds S, --only TEXT, --peers (other gateways too), --against PROJECT
// (another built checkout), --flags="--cpu-prof --cpu-prof-dir=…" (of the gateway's Node). --out FILE.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { median, quantile, round } from './figures.mjs'
import { installedPeers, startPeer } from './peers.mjs'
import { ended, processorMicroseconds, root, startGateway, startLoad, startScript } from './processes.mjs'
import { scenarios } from './scenarios.mjs'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '1' },
    warmup: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
    peers: { type: 'boolean', default: false },
    against: { type: 'string', multiple: true, default: [] },
    flags: { type: 'string', default: '' },
    out: { type: 'string' },
  },
})

const { address: provider } = await startScript('provider.mjs')
const peers = options.peers ? installedPeers() : []
const results = []
for (const scenario of scenarios.filter(({ name }) => name.includes(options.only))) {
  const result = await measure(scenario)
  results.push(result)
  print(result)
}
if (options.out !== undefined) {
  const processor = `${cpus().length} × ${cpus()[0].model}`
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const date = new Date().toISOString().slice(0, 10)
  const report = {
    date,
    commit,
    node: process.version,
    processor,
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
    results,
  }
  mkdirSync(dirname(options.out), { recursive: true })
  writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`)
}
process.exit()

async function measure(scenario) {
  const candidates = await started(scenario)
  for (const candidate of candidates) {
    candidate.send = startLoad(candidate.address)
    candidate.rounds = []
    await candidate.send(order(candidate, scenario, Number(options.warmup)))
  }
  for (let number = 0; number < Number(options.rounds); number++)
    for (const candidate of number % 2 === 0 ? candidates : candidates.toReversed())
      candidate.rounds.push(await oneRound(candidate, scenario))
  await Promise.all(candidates.map(({ child }) => ended(child)))
  return { scenario: scenario.name, candidates: candidates.map(({ name, rounds }) => ({ name, ...summary(rounds) })) }
}

async function started({ kind, plain, style }) {
  const candidates = []
  const flags = options.flags.split(' ').filter(Boolean)
  for (const project of [root, ...options.against])
    candidates.push({ name: project === root ? 'anywire' : project, ...(await startGateway(project, provider, kind, flags)) })
  for (const peer of peers.filter(({ styles }) => styles.includes(style)))
    candidates.push({ name: peer.name, headers: peer.headers(provider), ...(await startPeer(peer)) })
  if (plain) candidates.push({ name: 'minimal proxy', ...(await startScript('proxy.mjs', [provider])) })
  return candidates
}

function order({ headers = {} }, { path, bodies, connections = 64 }, seconds) {
  const all = { authorization: 'Bearer sk-bench', 'anthropic-version': '2023-06-01', ...headers }
  return { path, bodies, connections, headers: all, seconds }
}

async function oneRound(candidate, scenario) {
  const before = processorMicroseconds(candidate.child)
  const { ok, failed, seconds, p50, p99 } = await candidate.send(order(candidate, scenario, Number(options.seconds)))
  if (ok === 0 || failed > 0) throw new Error(`${candidate.name}, ${scenario.name}: ${failed} of ${ok + failed} requests failed`)
  return { cost: (processorMicroseconds(candidate.child) - before) / ok, rate: ok / seconds, p50, p99 }
}

/** The median of each figure; the noise is half the distance between the quartiles of the cost, in percent of it. */
function summary(rounds) {
  const all = (name) => rounds.map((figures) => figures[name])
  const cost = median(all('cost'))
  return {
    microseconds: round(cost, 1),
    noisePercent: round(((quantile(all('cost'), 0.75) - quantile(all('cost'), 0.25)) / 2 / cost) * 100, 1),
    requestsPerSecond: Math.round(median(all('rate'))),
    p50: round(median(all('p50')), 2),
    p99: round(median(all('p99')), 2),
  }
}

/** Ratios are to the last candidate: the minimal proxy where it takes part. */
function print({ scenario, candidates }) {
  const base = candidates.at(-1)
  console.log(`\n${scenario}`)
  for (const candidate of candidates) {
    const { name, microseconds, noisePercent, requestsPerSecond, p50, p99 } = candidate
    const ratios =
      candidate === base
        ? ''
        : `; cost × ${round(microseconds / base.microseconds, 2)}, rate × ${round(requestsPerSecond / base.requestsPerSecond, 2)}`
    const cost = `${microseconds.toFixed(1).padStart(8)} µs ± ${noisePercent} %`
    console.log(
      `  ${name.padEnd(14)}${cost.padEnd(20)}${String(requestsPerSecond).padStart(7)} requests/s, p50 ${p50} ms, p99 ${p99} ms${ratios}`,
    )
  }
}
