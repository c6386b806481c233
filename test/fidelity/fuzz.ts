// Sends random valid requests of each client style through every pair of styles, and a tenth as many replies of each kind back, and
// prints what it found: `FUZZ_RUNS` for each pair (10,000 by default), from `FUZZ_SEED`. The last line counts.
import fc from 'fast-check'
import type { ChatDialect } from '../../src/exchange/dialect-name.js'
import { examine, type Finding, type Violation } from './fidelity.js'
import type { JsonObject } from './json.js'
import { clients, pairOf, upstreams, type Upstream } from './pairs.js'
import { examineEvents, examineReply, examineWire, type ReplyViolation } from './reply-fidelity.js'
import { repliesFrom } from './replies.js'
import { requestsOf } from './requests/index.js'
import { smallest } from './smallest.js'
import { wireEvents, wireReplies } from './wire-replies.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 10_000)
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
const only = process.env['FUZZ_ONLY']
const chunk = 200
const shown = Number(process.env['FUZZ_SHOW'] ?? 40)

interface Kind {
  count: number
  readonly violation: Violation
  readonly client: ChatDialect
  readonly upstream: Upstream
  readonly request: JsonObject
  readonly index: number
}

const counts = new Map<string, Record<Finding['result'] | 'failed', number>>()
const kinds = new Map<string, Kind>()
const replyCounts = new Map<string, { passed: number; failed: number }>()
console.log(`${runs} requests for each pair, seed ${seed}`)
for (const client of clients) {
  for (let done = 0; done < runs; done += chunk) {
    const requests = fc.sample(requestsOf(client), { numRuns: Math.min(chunk, runs - done), seed: seed + done })
    requests.forEach((request, index) => {
      for (const upstream of upstreams)
        if (only === undefined || `${client}>${upstream}`.includes(only)) book(client, upstream, request, done + index)
    })
  }
}

function book(client: ChatDialect, upstream: Upstream, request: JsonObject, index: number): void {
  const name = `${client}>${upstream}`
  const count = counts.get(name) ?? { exact: 0, lossy: 0, refused: 0, failed: 0 }
  counts.set(name, count)
  const { result, violations } = examine(pairOf(client, upstream, index), request)
  if (violations.length === 0) count[result] += 1
  else count.failed += 1
  for (const violation of violations) {
    const key = `${name} ${keyOf(violation)}`
    const kind = kinds.get(key)
    if (kind === undefined) kinds.set(key, { count: 1, violation, client, upstream, request, index })
    else kind.count += 1
  }
}

const replyFaults = new Map<string, { count: number; readonly detail: string; readonly value: unknown }>()
for (const upstream of upstreams) {
  for (let done = 0; done < runs / 10; done += chunk) {
    const settings = { numRuns: Math.min(chunk, Math.ceil(runs / 10) - done), seed: seed + done }
    for (const client of clients) {
      const name = `${upstream}>${client} replies`
      if (only !== undefined && !name.includes(only)) continue
      for (const reply of fc.sample(repliesFrom(upstream), settings)) bookReply(name, examineReply(client, upstream, reply), reply.reply)
      for (const wire of fc.sample(wireReplies(upstream), settings)) bookReply(name, examineWire(client, upstream, wire), wire)
      for (const events of fc.sample(wireEvents(upstream), settings)) bookReply(name, examineEvents(client, upstream, events), events)
    }
  }
}

function bookReply(name: string, violations: readonly ReplyViolation[], value: unknown): void {
  const count = replyCounts.get(name) ?? { passed: 0, failed: 0 }
  replyCounts.set(name, count)
  if (violations.length === 0) count.passed += 1
  else count.failed += 1
  for (const { kind, detail } of violations) {
    const words = detail
      .split('\n', 1)[0]
      ?.replaceAll(/q\d+q|\d+/g, '_')
      .slice(0, 160)
    const key = `${name} ${kind} ${words ?? ''}`
    const fault = replyFaults.get(key)
    if (fault === undefined) replyFaults.set(key, { count: 1, detail, value })
    else fault.count += 1
  }
}

/** A key for faults with the same cause: the pointer without its numbers and random names. */
function keyOf({ kind, at, detail }: Violation): string {
  const words =
    kind === 'lost'
      ? ''
      : detail
          .split('\n')[0]
          ?.replaceAll(/q\d+q|\d+/g, '_')
          .slice(0, 120)
  return `${kind} ${at.replaceAll(/\/\d+/g, '/*').replaceAll(/q\d+q/g, '_')} ${words}`
}

for (const [key, { count, violation, client, upstream, request, index }] of [...kinds]
  .sort(([, one], [, other]) => other.count - one.count)
  .slice(0, shown)) {
  const pair = pairOf(client, upstream, index)
  const wanted = keyOf(violation)
  const small = smallest(request, (candidate) => examine(pair, candidate).violations.some((each) => keyOf(each) === wanted))
  const found = examine(pair, small).violations.find((each) => keyOf(each) === wanted)
  console.log(`\n${count} × ${key}\n  ${found?.at}: ${found?.detail}\n  ${pair.model}: ${JSON.stringify(small)}`)
}
for (const [key, { count, detail, value }] of [...replyFaults].slice(0, shown))
  console.log(`\n${count} × ${key}\n  ${detail}\n  ${JSON.stringify(value)}`)
if (kinds.size > shown) console.log(`\n… and ${kinds.size - shown} more kinds`)

let passed = 0
let failed = 0
console.log()
for (const [name, count] of counts) {
  passed += count.exact + count.lossy + count.refused
  failed += count.failed
  console.log(`${name.padEnd(36)} ${count.exact} exact, ${count.lossy} lossy, ${count.refused} refused, ${count.failed} failed`)
}
for (const [name, count] of replyCounts) {
  passed += count.passed
  failed += count.failed
  console.log(`${name.padEnd(44)} ${count.passed} passed, ${count.failed} failed`)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
