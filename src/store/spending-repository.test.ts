import { parseMoney, type Money } from '../accounting/money.js'
import { RequestBatch } from './booking/request-batch.js'
import type { BookedRequest } from './booking/staged-request.js'
import { openStore, type Store } from './store.js'

let store: Store
beforeEach(async () => {
  store = await openStore({ kind: 'memory' })
})
afterEach(async () => {
  await store.close()
})

const plain: BookedRequest = {
  ...{ id: '', token_id: 't', token: 'ci', user_id: 'u', team_id: null, owner: 'ada', team: null, end_user: null, tags: null },
  ...{ style: 'messages', model: 'm', provider: 'p', upstream_model: 'x', started_at: '', duration_ms: 0, first_byte_ms: null },
  ...{ status: 200, outcome: 'ok', error: null, input_tokens: 3, output_tokens: 4, cached_input_tokens: 0, cache_write_input_tokens: 0 },
  ...{ reasoning_output_tokens: 0, usage_source: 'provider', cost_usd: '', cost_source: 'price', attempts: '[]', losses: null },
}

function book(requests: readonly (Partial<BookedRequest> & { readonly started_at: string; readonly cost_usd: string })[]): Promise<void> {
  const ended = new RequestBatch()
  for (const [index, request] of requests.entries()) {
    const all = { ...plain, id: `${request.started_at} ${index}`, ...request }
    ended.add(all, Date.parse(all.started_at), parseMoney(all.cost_usd))
  }
  return store.requests.book({ ended, running: '[]' })
}

const spent = (day: string, week: string, month: string, total: string): Record<string, Money> => ({
  day: parseMoney(day),
  week: parseMoney(week),
  month: parseMoney(month),
  total: parseMoney(total),
})

// A Sunday.
const now = Date.parse('2026-02-01T12:00:00Z')

test('each window has what ended in it, for a token and its user', async () => {
  await book([
    { started_at: '2026-01-31T23:59:59.500Z', duration_ms: 1000, cost_usd: '0.000000000000000000000001' },
    { started_at: '2026-01-31T23:59:58Z', duration_ms: 1000, cost_usd: '0.1' },
    { started_at: '2026-01-25T12:00:00Z', cost_usd: '20' },
    { started_at: '2025-12-31T12:00:00Z', cost_usd: '300', user_id: null },
  ])
  await book([{ started_at: '2026-02-01T11:00:00Z', cost_usd: '4000', team_id: 'g', team: 'research' }])
  const { spent: known } = await store.spending.known(now)
  expect(known.get('t')).toEqual(
    spent(
      '4000.000000000000000000000001',
      '4000.100000000000000000000001',
      '4000.000000000000000000000001',
      '4320.100000000000000000000001',
    ),
  )
  expect(known.get('u')?.['total']).toBe(parseMoney('4020.100000000000000000000001'))
  expect(known.get('g')).toEqual(spent('4000', '4000', '4000', '4000'))
})

test('what counts for limits of a day: requests to models that they have not refused', async () => {
  await book([
    { started_at: '2026-02-01T01:00:00Z', cost_usd: '0' },
    { started_at: '2026-02-01T02:00:00Z', cost_usd: '1' },
    {
      started_at: '2026-02-01T03:00:00Z',
      cost_usd: '0',
      status: 429,
      outcome: 'rejected',
      error: 'rate_limit_exceeded',
      output_tokens: 0,
      input_tokens: 0,
    },
    { started_at: '2026-02-01T04:00:00Z', cost_usd: '0', style: null, model: null, output_tokens: 0, input_tokens: 0 },
    { started_at: '2026-01-31T03:00:00Z', cost_usd: '1' },
  ])
  expect((await store.spending.known(now)).usedToday.get('t')).toEqual({ requests: 2, tokens: 14 })
})

test('days that no window needs go, what was spent in all stays', async () => {
  await book([{ started_at: '2026-02-01T01:00:00Z', cost_usd: '1' }])
  await store.spending.purge(now + 41 * 86_400_000)
  expect([(await store.spending.known(now)).spent.get('t'), await store.spending.totals()]).toEqual([
    spent('0', '0', '0', '1'),
    new Map([
      ['t', parseMoney('1')],
      ['u', parseMoney('1')],
    ]),
  ])
})
