// Writes what `make bench` measured into docs/performance.md, between its marks. node scripts/bench/page.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { round } from './figures.mjs'
import { root } from './processes.mjs'

const page = join(root, 'docs', 'performance.md')
const { date, commit, node, processor, rounds, seconds, results } = JSON.parse(
  readFileSync(join(root, 'build', 'bench', 'results.json'), 'utf8'),
)
const rows = results.flatMap(({ scenario, candidates }) => {
  const proxy = candidates.find(({ name }) => name === 'minimal proxy')
  return candidates.map(({ name, microseconds, noisePercent, requestsPerSecond, p50, p99 }) => {
    const ratio = proxy === undefined || name === 'minimal proxy' ? '' : round(proxy.microseconds / microseconds, 2)
    return `| ${[scenario, name, `${microseconds} ± ${noisePercent} %`, requestsPerSecond, p50, p99, ratio].join(' | ')} |`
  })
})
const text = `Commit ${commit}, ${date}, Node ${node}, ${processor}; ${rounds} rounds of ${seconds} s.

| request | | processor time, µs | requests/s | p50, ms | p99, ms | proxy's time ÷ anywire's |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`
const [begin, end] = ['<!-- results -->', '<!-- end of results -->']
const before = readFileSync(page, 'utf8')
const [start, stop] = [before.indexOf(begin), before.indexOf(end)]
if (start < 0 || stop < start) throw new Error(`${page} has no place for results`)
const written = `${before.slice(0, start + begin.length)}\n\n${text}\n\n${before.slice(stop)}`
writeFileSync(page, await format(written, { ...(await resolveConfig(page)), parser: 'markdown' }))
