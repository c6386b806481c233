// How long the reports of a filled database take: node scripts/measure-reports.mjs FILE, after `fill-books.mjs FILE`; needs dist/. Each
// report is asked five times; printed are the rows of its page, the first time, the median, and the gateway's processor time of one, in
// milliseconds: on a busy machine only the last says something.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const [database] = process.argv.slice(2)
if (database === undefined) throw new Error('usage: measure-reports.mjs FILE')

const dayMs = 86_400_000
const midnight = Math.floor(Date.now() / dayMs) * dayMs
const since = (days) => `limit=1000&from=${new Date(midnight - days * dayMs).toISOString()}&to=${new Date(midnight).toISOString()}`
const reports = {
  'everything, 90 days': `usage?${since(90)}`,
  'the same by day': `usage?${since(90)}&interval=day`,
  'by token': `usage?by=token&${since(90)}`,
  'by owner': `usage?by=owner&${since(90)}`,
  'by team': `usage?by=team&${since(90)}`,
  'by end user, a page': `usage?by=end_user&${since(90)}`,
  'by tag': `usage?by=tag&${since(90)}`,
  'by model': `usage?by=model&${since(90)}`,
  'by provider': `usage?by=provider&${since(90)}`,
  'by style': `usage?by=style&${since(90)}`,
  'by outcome': `usage?by=outcome&${since(90)}`,
  'by token and model, a page': `usage?by=token,model&${since(90)}`,
  'by model and day, a page': `usage?by=model&interval=day&${since(90)}`,
  'all by hour, 7 days': `usage?interval=hour&${since(6)}`,
  'by model and hour, 7 days, a page': `usage?by=model&interval=hour&${since(6)}`,
  'by token, last 24 hours': `usage?by=token&${since(1)}`,
  'the newest 100 records': 'requests?limit=100',
  'the newest 100 of a token': 'requests?limit=100&token=token-5',
  'the newest 100 of a user': 'requests?limit=100&owner=user-5',
  'the newest 100 of a team': 'requests?limit=100&team=team-5',
  'the newest 100 of a model': 'requests?limit=100&model=model-5',
  'the newest 100 of a provider and a style': 'requests?limit=100&provider=provider-1&style=style-1',
  'the newest 100 that failed': 'requests?limit=100&outcome=upstream_error',
  'the newest 100 of a token that failed, of 50 days ago': `requests?limit=100&token=token-5&outcome=upstream_error&to=${new Date(midnight - 50 * dayMs).toISOString()}`,
  'the newest 100 of an end user': 'requests?limit=100&end_user=end-user-252',
  '100 records of 50 days ago': `requests?limit=100&to=${new Date(midnight - 50 * dayMs).toISOString()}`,
  '50,000 records searched for a tag that nobody has': 'requests?limit=100&tag=nobody',
}

const folder = mkdtempSync(join(tmpdir(), 'anywire-measure-'))
const file = join(folder, 'anywire.yaml')
const configuration = {
  database: `file:${resolve(database)}`,
  secret_key: 's'.repeat(32),
  admin: { key: 'adm-measure' },
  providers: [{ name: 'up', kind: 'openai' }],
  accounting: { retention_days: 36_500 },
}
writeFileSync(file, JSON.stringify(configuration))
const gateway = spawn(process.execPath, [fileURLToPath(new URL('../dist/main.js', import.meta.url))], {
  env: { PATH: process.env.PATH, ANYWIRE_CONFIG: file, ANYWIRE_PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const address = await new Promise((found, failed) => {
  gateway.once('close', () => failed(new Error('the gateway ended')))
  createInterface(gateway.stdout).on('line', (line) => {
    const [, text] = /"address":"([^"]+)"/.exec(line) ?? []
    if (text !== undefined) found(text)
  })
})
console.log(`${(statSync(database).size / 1e9).toFixed(1)} GB`)
for (const [name, path] of Object.entries(reports)) {
  const times = []
  const before = processorMilliseconds()
  let rows = 0
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now()
    const reply = await fetch(`${address}/api/admin/${path}`, { headers: { authorization: 'Bearer adm-measure' } })
    const { data } = await reply.json()
    times.push(performance.now() - startedAt)
    rows = data.length
  }
  const [first] = times
  const median = times.toSorted((one, other) => one - other)[2]
  const processor = (processorMilliseconds() - before) / times.length
  console.log(`${name}: ${rows} rows, ${first.toFixed(0)}, ${median.toFixed(0)}, ${processor.toFixed(0)} ms`)
}
gateway.kill('SIGKILL')
rmSync(folder, { recursive: true })

/** Of all threads of the gateway, in steps of 10 ms. */
function processorMilliseconds() {
  const fields = readFileSync(`/proc/${gateway.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
