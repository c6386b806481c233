import { ProviderHealth } from './provider-health.js'
import type { Attempt, FinishedRecord } from './request-record.js'

function recordOf(attempts: readonly Attempt[], more: object = {}): FinishedRecord {
  return { attempts, startedAt: 100, durationMs: 20, ending: { outcome: 'ok', status: 200 }, ...more } as FinishedRecord
}
const at = { provider: 'p', model: 'm', startedMs: 0, durationMs: 5 }

test('when a provider answered last, and why it failed last', () => {
  const health = new ProviderHealth()
  expect(health.of('p')).toEqual({ succeededAt: undefined, failedAt: undefined, failure: undefined })
  health.take(
    recordOf([
      { ...at, error: 'upstream_unavailable', status: 503 },
      { ...at, provider: 'q', status: 200 },
    ]),
  )
  expect(health.of('p')).toEqual({ succeededAt: undefined, failedAt: 120, failure: 'upstream_unavailable, status 503' })
  expect(health.of('q')).toMatchObject({ succeededAt: 120, failedAt: undefined, failure: undefined })
  const message = 'The provider refused the key.'
  // Also where another target answered.
  health.take(
    recordOf(
      [
        { ...at, error: 'upstream_auth', status: 401, message },
        { ...at, provider: 'q', status: 200 },
      ],
      { startedAt: 200 },
    ),
  )
  health.take(recordOf([{ ...at, status: 200 }], { startedAt: 300 }))
  expect(health.of('p')).toEqual({
    succeededAt: 320,
    failedAt: 220,
    failure: 'upstream_auth, status 401: The provider refused the key.',
  })
})

test("a client's wrong request and a client that left say nothing of the provider", () => {
  const health = new ProviderHealth()
  health.take(
    recordOf([
      { ...at, error: 'invalid_request', status: 400 },
      { ...at, error: 'internal' },
    ]),
  )
  expect(health.of('p').failedAt).toBeUndefined()
})
