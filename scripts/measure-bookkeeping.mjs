// What limits, budgets, prices and records cost on the path of a request: processor time of the built gateway, all threads included,
// against the same build whose records go nowhere and whose token has no limits; and each of both by itself. Alternating rounds, the
// median counts.
// node scripts/measure-bookkeeping.mjs [memory|file] [rounds] [seconds of a round]; needs dist/ and Linux. On a quiet machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { options } from './build.mjs'

const [database = 'memory', rounds = '5', seconds = '5'] = process.argv.slice(2)
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'anywire-measure-'))
const clients = 32

/** The books and the accounts get no record; reservations do not happen, since the token has no budget. */
const withoutSinks = {
  name: 'without-sinks',
  setup(esbuild) {
    esbuild.onLoad({ filter: /src[/\\]server[/\\]bookkeeping\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const contents = source.replace(/sinks: \[new AccountSink\(accounts\), books\]/, 'sinks: []')
      if (contents === source) throw new Error(`${path} names its sinks in another way: mend this script`)
      return { contents, loader: 'ts' }
    })
  },
}

async function main() {
  const bare = join(root, 'build', 'without-books')
  rmSync(bare, { recursive: true, force: true })
  cpSync(join(root, 'dist'), bare, { recursive: true })
  await build({ ...options, outdir: join('build', 'without-books'), plugins: [...options.plugins, withoutSinks] })
  const provider = await startProvider()
  const gateways = [
    await start('nothing', bare, provider, {}),
    await start('records', join(root, 'dist'), provider, {}),
    await start('limits', bare, provider, limits),
    await start('everything', join(root, 'dist'), provider, limits),
  ]
  for (const gateway of gateways.slice(2)) for (const path of ['users/ada', 'teams/research']) await change(gateway, path)
  for (const gateway of gateways) await load(gateway, 5)
  for (let round = 0; round < Number(rounds); round++)
    for (const gateway of round % 2 === 0 ? gateways : gateways.toReversed()) {
      const before = processorMicroseconds(gateway.child.pid)
      const count = await load(gateway, Number(seconds))
      gateway.costs.push((processorMicroseconds(gateway.child.pid) - before) / count)
    }
  for (const { name, costs } of gateways)
    console.log(`${name}: ${median(costs).toFixed(1)} µs a request (${costs.map((cost) => cost.toFixed(1)).join(' ')})`)
  const [nothing, ...others] = gateways
  for (const { name, costs } of others) console.log(`${name}: ${((median(costs) / median(nothing.costs) - 1) * 100).toFixed(1)} % more`)
  for (const { child } of gateways) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

/** None of them is ever reached. */
const limits = {
  requests_per_minute: 1e9,
  requests_per_day: 1e12,
  tokens_per_minute: 1e12,
  budget_usd: '1000000',
  budget_per_day_usd: '1000000',
  user: 'ada',
  team: 'research',
}

const reply = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'x',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 7, total_tokens: 10 },
})

async function startProvider() {
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length }).end(reply)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}/v1`
}

async function start(name, dist, provider, own) {
  const file = join(folder, `${name}.yaml`)
  const price = own === limits ? { price: { input_per_million_usd: '0.7', output_per_million_usd: '1.5' } } : {}
  const configuration = {
    database: database === 'memory' ? 'memory' : `file:${join(folder, `${name}.db`)}`,
    secret_key: 's'.repeat(32),
    admin: { key: 'adm-measure' },
    tokens: [{ name: 'measured', key: 'sk-measure', max_concurrent: 1000, ...own }],
    providers: [{ name: 'up', kind: 'openai', base_url: provider, api_key: 'k' }],
    models: [{ name: 'm', targets: [{ provider: 'up', model: 'x' }], ...price }],
  }
  writeFileSync(file, JSON.stringify(configuration))
  const child = spawn(process.execPath, [join(dist, 'main.js')], {
    env: { PATH: process.env.PATH, ANYWIRE_CONFIG: file, ANYWIRE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error('the gateway ended')))
    createInterface(child.stdout).on('line', (line) => {
      const [, found] = /"address":"([^"]+)"/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  return { name, child, address, costs: [] }
}

async function change({ address }, path) {
  const changed = await fetch(`${address}/api/admin/${path}`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer adm-measure', 'content-type': 'application/json' },
    body: JSON.stringify({ budget_usd: '1000000', budget_per_month_usd: '1000000' }),
  })
  if (!changed.ok) throw new Error(`${path}: ${changed.status}`)
}

/** Sends requests for so many seconds; returns how many were answered. */
async function load({ address }, duration) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const body = JSON.stringify({ model: 'm', max_tokens: 9, user: 'ann', messages: [{ role: 'user', content: 'hello world' }] })
  const headers = {
    authorization: 'Bearer sk-measure',
    'content-type': 'application/json',
    'content-length': body.length,
    'x-anywire-tags': 'team=search',
  }
  const ask = () =>
    new Promise((resolve, reject) => {
      const asked = request(`${address}/v1/chat/completions`, { method: 'POST', agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`answered with ${response.statusCode}`))
        response.resume().on('end', resolve)
      })
      asked.on('error', reject).end(body)
    })
  const end = performance.now() + duration * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await ask()
        count++
      }
    }),
  )
  agent.destroy()
  return count
}

/** Of all threads of a process, in steps of 10 ms. */
function processorMicroseconds(pid) {
  // Counted after the name, which may have spaces: fields 14 and 15 in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]

await main()
process.exit()
