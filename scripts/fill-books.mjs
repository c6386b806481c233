// Fills a new SQLite file with made-up records and their sums, to measure what reports take; two runs write the same.
// node --import tsx scripts/fill-books.mjs FILE [records] [tokens] [days]
import { performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { firstByteBegin, firstByteCounts } from '../src/store/booking/first-byte.ts'
import { groupings, dimensions, measures } from '../src/store/booking/rollups.ts'
import { openStore } from '../src/store/store.ts'

const [file, records = '10000000', tokens = '1000', days = '90'] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: fill-books.mjs FILE [records] [tokens] [days]')
await (await openStore({ kind: 'file', path: file })).close()
// Without a journal it takes a fraction of the time; the file is useless if this is interrupted. A "defensive" connection keeps its journal.
const database = new DatabaseSync(file, { defensive: false })
const { journal_mode: journal } = database.prepare('pragma journal_mode = off').get()
if (journal !== 'off') throw new Error(`the journal is ${journal}, not off`)
database.exec('pragma locking_mode = exclusive; pragma synchronous = off; pragma cache_size = -400000')

const startedAt = performance.now()
const report = (what) => {
  const { user, system } = process.cpuUsage()
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of a processor: ${what}`)
}
const run = (what, text) => {
  database.exec(text)
  report(what)
}
const indices = database
  .prepare("select name, sql from sqlite_schema where type = 'index' and tbl_name = 'requests' and sql is not null")
  .all()
for (const { name } of indices) database.exec(`drop index ${name}`)

// Each token belongs to a user in a team and uses four models, mostly the first; each has fifty end users and a few projects.
const [firstDay, span] = [Math.floor(Date.now() / 86_400_000 - Number(days)) * 86_400, Number(days) * 86_400]
const usd = "printf('0.%06d', input * 3 + output * 15)"
run(
  'records',
  `insert into requests (id, token_id, token, owner, team, end_user, tags, style, model, provider, upstream_model, started_at, duration_ms,
     first_byte_ms, status, outcome, error, input_tokens, output_tokens, cached_input_tokens, usage_source, cost_usd, attempts)
   with recursive
     counted (i) as (select 0 union all select i + 1 from counted where i + 1 < ${Number(records)}),
     drawn as (select i, ${firstDay} + cast(i * ${span}.0 / ${Number(records)} as integer) as second,
       (i * 2654435761) % 4294967291 as a, (i * 2246822519) % 4294967291 as b from counted),
     used as (select *, (a % ${Number(tokens)}) * (b % 1000) / 1000 as token, b % 8000 as input, a % 1500 as output, a % 50 = 0 as failed from drawn),
     named as (select *, (token * 7 + (a % 4) * (b % 4) / 3) % 25 as model from used)
   select printf('req_%012x%020x', second * 1000, i), 'id-' || token, 'token-' || token, 'user-' || (token % 300), 'team-' || (token % 20),
     iif(b % 4 = 0, 'end-user-' || (token * 50 + a % 50), null), iif(a % 4 = 0, 'project-' || (token % 50 * 4 + b % 4), null),
     'style-' || (token % 4), 'model-' || model, 'provider-' || (model % 5), 'upstream-' || model,
     strftime('%Y-%m-%dT%H:%M:%S.000Z', second, 'unixepoch'), 200 + a % 20000, 100 + b % 900, iif(failed, 502, 200),
     iif(failed, 'upstream_error', 'ok'), iif(failed, 'upstream_unavailable', null), iif(failed, 0, input), iif(failed, 0, output),
     iif(failed, 0, input / 3), iif(failed, 'none', 'provider'), iif(failed, '0', ${usd}),
     '[{"provider":"provider-' || (model % 5) || '","model":"upstream-' || model || '","status":200,"duration_ms":900,"cost_usd":"0"}]'
   from named`,
)
for (const { name, sql } of indices) run(`index ${name}`, sql)

/** What follows from another dimension need not be grouped by. */
const follows = { owner: 'token', team: 'token', style: 'token', upstream_model: 'model', provider: 'model' }
const sumsOfRecords = `count(*) as requests, sum(outcome <> 'ok') as failed, 0 as estimated, sum(input_tokens) as input_tokens,
  sum(output_tokens) as output_tokens, sum(cached_input_tokens) as cached_input_tokens, 0 as cache_write_input_tokens,
  0 as reasoning_output_tokens, sum(duration_ms) as duration_ms, sum(cast(replace(cost_usd, '.', '') as integer)) * 100 as cost_high,
  0 as cost_middle, 0 as cost_low, ${firstByteCounts.map(countOfStep).join(', ')}`
const sums = [...measures, ...firstByteCounts]
const sumsOfSums = sums.map((sum) => `sum(${sum}) as ${sum}`).join(', ')
const has = (grouping, dimension) => grouping.dimensions.includes(dimension)

/** All records have a time, which is shorter than the last step. */
function countOfStep(column, step) {
  return `nullif(sum(first_byte_ms >= ${firstByteBegin(step)} and first_byte_ms < ${firstByteBegin(step + 1)}), 0) as ${column}`
}

/** Whose sums can be added up to those of another one: not every request has a tag or an end user. */
function covers(larger, smaller) {
  const same = ['tag', 'end_user'].every((dimension) => has(larger, dimension) === has(smaller, dimension))
  return same && smaller.dimensions.every((dimension) => has(larger, dimension))
}

// A day at a time is sorted in memory.
function addUp(table, seconds, day) {
  const time = (second) => new Date(second * 1000).toISOString()
  const done = []
  for (const grouping of groupings.toSorted((one, other) => other.dimensions.length - one.dimensions.length)) {
    const { name, dimensions: own } = grouping
    const larger = done.findLast((one) => covers(one, grouping))
    const column = (dimension) => (dimension === 'tag' && larger === undefined ? 'tags' : dimension)
    const values = dimensions.map((dimension) => `${own.includes(dimension) ? column(dimension) : "''"} as ${dimension}`)
    const groups = [...own.filter((dimension) => !own.includes(follows[dimension])).map(column), 'bucket']
    const bucket = larger === undefined ? `unixepoch(started_at) / ${seconds} * ${seconds} as bucket` : 'bucket'
    const needed = ['tag', 'end_user']
      .filter((dimension) => has(grouping, dimension))
      .map((dimension) => `and ${column(dimension)} is not null`)
    const source =
      larger === undefined
        ? `requests where started_at >= '${time(day)}' and started_at < '${time(day + 86_400)}' ${needed.join(' ')}`
        : `sums_${larger.name}`
    database.exec(`create temp table sums_${name} as select ${values.join(', ')}, ${bucket}, ${larger === undefined ? sumsOfRecords : sumsOfSums}
      from ${source} group by ${groups.join(', ')}`)
    database.exec(`insert into usage_keys (grouping_name, ${dimensions.join(', ')})
      select distinct '${name}', ${dimensions.join(', ')} from sums_${name} where true on conflict do nothing`)
    const same = dimensions.map((dimension) => `usage_keys.${dimension} = sums.${dimension}`).join(' and ')
    database.exec(`insert into ${table} (key_id, bucket, ${sums.join(', ')})
      select usage_keys.id, bucket, ${sums.join(', ')} from sums_${name} as sums cross join usage_keys
      where grouping_name = '${name}' and ${same} order by 1, 2`)
    done.push(grouping)
  }
  for (const { name } of done) database.exec(`drop table sums_${name}`)
}

for (let day = firstDay; day < firstDay + span; day += 86_400) addUp('usage_days', 86_400, day)
report('sums of days')
for (let day = firstDay + span - 7 * 86_400; day < firstDay + span; day += 86_400) addUp('usage_slots', 300, day)
report('sums of five minutes')
database.exec('pragma journal_mode = wal')
database.close()
