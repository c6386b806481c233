// How long the reports of a filled database take: node scripts/measure-reports.mjs FILE [part of a name], after `fill-books.mjs FILE`; needs
// dist/. Each report is asked five times; printed are the rows of its page, the first time, the median, and the gateway's processor time of
// one, in milliseconds: on a busy machine only the last says something. Of an export only the beginning is read.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const [database, part = ''] = process.argv.slice(2)
if (database === undefined) throw new Error('usage: measure-reports.mjs FILE [part of a name]')

const dayMs = 86_400_000
const midnight = Math.floor(Date.now() / dayMs) * dayMs
const day = (days) => new Date(midnight - days * dayMs).toISOString()
const since = (days) => `limit=1000&from=${day(days)}&to=${day(0)}`
/** Not from midnight to midnight: sums of five minutes. */
const hours24 = `limit=1000&from=${new Date(midnight - dayMs + 1_800_000).toISOString()}&to=${new Date(midnight - 1_800_000).toISOString()}`
/** As the console and the command line ask: until now, and from so many days before. */
const last = (days) => `limit=1000&from=${new Date(midnight - days * dayMs + 1_800_000).toISOString()}`
/** The tables of the console's Usage page, without the times to the first content. */
const tables = ['token', 'owner', 'team', 'end_user', 'tag', 'model'].flatMap((by) =>
  [1, 7, 30].map((days) => [`table by ${by}, ${days} days`, `usage?by=${by}&first_byte_times=false&${last(days)}`]),
)
const reports = {
  ...Object.fromEntries(tables),
  'everything, 90 days': `usage?${since(90)}`,
  'the same by day': `usage?${since(90)}&interval=day`,
  'by token': `usage?by=token&${since(90)}`,
  'by owner': `usage?by=owner&${since(90)}`,
  'by team': `usage?by=team&${since(90)}`,
  'by end user, a page': `usage?by=end_user&${since(90)}`,
  'by end user of a team, a page': `usage?by=end_user&team=team-5&${since(90)}`,
  'by tag': `usage?by=tag&${since(90)}`,
  'by tag and day, a page': `usage?by=tag&interval=day&${since(90)}`,
  'by tag of a team': `usage?by=tag&team=team-5&${since(90)}`,
  'by token of a tag': `usage?by=token&tag=project-7&${since(90)}`,
  'by tag and token, a page': `usage?by=tag,token&${since(90)}`,
  'by model': `usage?by=model&${since(90)}`,
  'by provider': `usage?by=provider&${since(90)}`,
  'by style': `usage?by=style&${since(90)}`,
  'by outcome': `usage?by=outcome&${since(90)}`,
  'by token and model, a page': `usage?by=token,model&${since(90)}`,
  'by team and model': `usage?by=team,model&${since(90)}`,
  'by model of a token': `usage?by=model&token=token-5&${since(90)}`,
  'by token of a model': `usage?by=token&model=model-5&${since(90)}`,
  'by model and day, a page': `usage?by=model&interval=day&${since(90)}`,
  'all by hour, 7 days': `usage?interval=hour&${since(6)}`,
  'by model and hour, 7 days, a page': `usage?by=model&interval=hour&${since(6)}`,
  'by token and hour, 7 days, a page': `usage?by=token&interval=hour&${since(6)}`,
  'by team and hour, 7 days, a page': `usage?by=team&interval=hour&${since(6)}`,
  'by tag and hour, 7 days, a page': `usage?by=tag&interval=hour&${since(6)}`,
  'by end user and hour, 7 days, a page': `usage?by=end_user&interval=hour&${since(6)}`,
  'everything, last 24 hours': `usage?${hours24}`,
  'the same by five minutes': `usage?interval=5m&${hours24}`,
  'the same by hour': `usage?interval=hour&${hours24}`,
  'by token, last 24 hours': `usage?by=token&${hours24}`,
  'by owner, last 24 hours': `usage?by=owner&${hours24}`,
  'by team, last 24 hours': `usage?by=team&${hours24}`,
  'by end user, last 24 hours, a page': `usage?by=end_user&${hours24}`,
  'by tag, last 24 hours': `usage?by=tag&${hours24}`,
  'by model, last 24 hours': `usage?by=model&${hours24}`,
  'by provider, last 24 hours': `usage?by=provider&${hours24}`,
  'by style, last 24 hours': `usage?by=style&${hours24}`,
  'by outcome, last 24 hours': `usage?by=outcome&${hours24}`,
  'by token and model, last 24 hours, a page': `usage?by=token,model&${hours24}`,
  'by model and hour, last 24 hours': `usage?by=model&interval=hour&${hours24}`,
  'everything, last 7 days': `usage?${last(7)}`,
  'by token, last 7 days': `usage?by=token&${last(7)}`,
  'by owner, last 7 days': `usage?by=owner&${last(7)}`,
  'by team, last 7 days': `usage?by=team&${last(7)}`,
  'by end user, last 7 days, a page': `usage?by=end_user&${last(7)}`,
  'by tag, last 7 days': `usage?by=tag&${last(7)}`,
  'by model, last 7 days': `usage?by=model&${last(7)}`,
  'by provider, last 7 days': `usage?by=provider&${last(7)}`,
  'by style, last 7 days': `usage?by=style&${last(7)}`,
  'by token and model, last 7 days, a page': `usage?by=token,model&${last(7)}`,
  'by team and model, last 7 days': `usage?by=team,model&${last(7)}`,
  'by token, last 30 days': `usage?by=token&${last(30)}`,
  'by owner, last 30 days': `usage?by=owner&${last(30)}`,
  'by team, last 30 days': `usage?by=team&${last(30)}`,
  'by end user, last 30 days, a page': `usage?by=end_user&${last(30)}`,
  'by tag, last 30 days': `usage?by=tag&${last(30)}`,
  'by model, last 30 days': `usage?by=model&${last(30)}`,
  'by team and model, last 30 days': `usage?by=team,model&${last(30)}`,
  'the newest 100 records': 'requests?limit=100',
  'the newest 1,000 records': 'requests?limit=1000',
  'the newest 100 of a token': 'requests?limit=100&token=token-5',
  'the newest 100 of a user': 'requests?limit=100&owner=user-5',
  'the newest 100 of a team': 'requests?limit=100&team=team-5',
  'the newest 100 of a model': 'requests?limit=100&model=model-5',
  'the newest 100 of a tag': 'requests?limit=100&tag=project-7',
  'the newest 100 of a provider and a style': 'requests?limit=100&provider=provider-1&style=style-1',
  'the newest 100 that failed': 'requests?limit=100&outcome=upstream_error',
  'the newest 100 of a token that failed, of 50 days ago': `requests?limit=100&token=token-5&outcome=upstream_error&to=${day(50)}`,
  'the newest 100 of an end user': 'requests?limit=100&end_user=end-user-252',
  '100 records of 50 days ago': `requests?limit=100&to=${day(50)}`,
  'the page after a record of 80 days ago': `requests?limit=100&after=${day(80)}_req_0`,
  'the same, of a token': `requests?limit=100&token=token-5&after=${day(80)}_req_0`,
  '50,000 records searched for a tag that nobody has': 'requests?limit=100&tag=nobody',
  '50,000 records of 80 days ago searched for it': `requests?limit=100&tag=nobody&after=${day(80)}_req_0`,
  '10,000 of a token searched for it': 'requests?limit=100&tag=nobody&token=token-5',
  '10,000 records searched for a text': 'requests?limit=100&search=nobody',
  'export of records as CSV': 'requests/export?format=csv',
  'export of records as NDJSON': 'requests/export?format=ndjson',
  'export of a token as CSV': 'requests/export?format=csv&token=token-5',
  'export of usage by token and model as CSV': `usage/export?format=csv&by=token,model&from=${day(90)}&to=${day(0)}`,
  'export of usage by end user as NDJSON': `usage/export?format=ndjson&by=end_user&from=${day(90)}&to=${day(0)}`,
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
for (const [name, path] of Object.entries(reports).filter(([name]) => name.includes(part))) {
  const times = []
  const before = processorMilliseconds()
  let rows = 0
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now()
    const reply = await fetch(`${address}/api/admin/${path}`, { headers: { authorization: 'Bearer adm-measure' } })
    if (reply.status !== 200) throw new Error(`${name}: ${await reply.text()}`)
    rows = path.includes('/export') ? await firstPart(reply) : (await reply.json()).data.length
    times.push(performance.now() - startedAt)
  }
  const [first] = times
  const median = times.toSorted((one, other) => one - other)[2]
  const processor = (processorMilliseconds() - before) / times.length
  console.log(`${name}: ${rows} rows, ${first.toFixed(0)}, ${median.toFixed(0)}, ${processor.toFixed(0)} ms`)
}
gateway.kill('SIGKILL')
rmSync(folder, { recursive: true })

/** How many lines come first. */
async function firstPart(reply) {
  for await (const part of reply.body) return new TextDecoder().decode(part).split('\n').length - 1
  return 0
}

/** Of all threads of the gateway, in steps of 10 ms. */
function processorMilliseconds() {
  const fields = readFileSync(`/proc/${gateway.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
