import type { UsageQuery, UsageRow } from '../../store/usage-repository.js'
import { readRecentFailures } from './recent-failures.js'

test('the share of failures of each target, from the slot in which the last 15 minutes began', async () => {
  const asked: UsageQuery[] = []
  const row = (provider: string, model: string, requests: number, failed: number): UsageRow => ({
    ...{ group: [provider, model], start: undefined, requests, failed, estimated: 0, inputTokens: 0, outputTokens: 0 },
    ...{ cachedInputTokens: 0, cacheWriteInputTokens: 0, reasoningOutputTokens: 0, durationMs: 0, firstByteCounts: [], cost: 0n },
  })
  const read = async (query: UsageQuery) => {
    asked.push(query)
    return { rows: [row('a', 'm', 4, 1), row('b', 'm', 2, 0)], next: undefined }
  }
  const failures = await readRecentFailures({ read }, 10_000_500)
  expect([failures('a', 'm'), failures('b', 'm'), failures('a', 'other')]).toEqual([0.25, 0, undefined])
  expect(asked).toMatchObject([{ table: 'slot', from: 9000, to: 10_300, by: ['provider', 'upstream_model'] }])
})
