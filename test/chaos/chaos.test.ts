import { runChaos } from './chaos.js'

const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000_000)

test(`healthy clients notice nothing of nasty clients and providers (CHAOS_SEED=${seed})`, async () => {
  const checks = await runChaos({
    seed,
    seconds: 45,
    // Other tests run beside this one: what it measures is not the gateway. test/fuzz measures the same by repetition.
    mostDelayMs: Infinity,
    tell: () => undefined,
  })
  expect({ seed, failed: checks.filter(({ holds }) => !holds) }).toEqual({ seed, failed: [] })
}, 240_000)
