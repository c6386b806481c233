// `make chaos`: the chaos for CHAOS_SECONDS (300), from CHAOS_SEED. The last line counts what is promised: `N passed, N failed`.
import { runChaos } from './chaos.js'

const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000_000)
const seconds = Number(process.env['CHAOS_SECONDS'] ?? 300)

console.log(`seed ${seed}, ${seconds} seconds; CHAOS_SEED=${seed} repeats the draws`)
const checks = await runChaos({ seed, seconds, mostDelayMs: 100, tell: console.log })
for (const { text, holds, found } of checks) {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${text}`)
  for (const fault of found) console.log(`       ${fault}`)
}
const failed = checks.filter(({ holds }) => !holds).length
console.log(`${checks.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
