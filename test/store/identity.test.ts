import { tokenCaller } from '../../src/access/caller.js'
import { teamWith, userWith } from '../../src/access/people.js'
import { tokensFrom } from '../../src/access/tokens.js'
import { parseMoney } from '../../src/accounting/money.js'
import { hashTokenKey } from '../../src/access/token-key.js'
import { RequestBatch } from '../../src/store/booking/request-batch.js'
import type { BookedRequest } from '../../src/store/booking/staged-request.js'
import type { Store } from '../../src/store/store.js'
import { engines, newStores } from './new-stores.js'

const newStore = newStores('identity')

const now = Date.parse('2026-02-01T12:00:00Z')
const secretKey = 's'.repeat(32)

describe.each(engines)('%s', (engine) => {
  let store: Store
  beforeEach(async () => {
    store = await newStore(engine)
  }, 60_000)
  afterEach(async () => {
    await store.close()
  })

  test('users, teams and their tokens are as they were', async () => {
    const team = teamWith({ id: 'team_1', name: 'research', createdAt: now, settings: { budget_per_month_usd: '500' }, version: 1 })
    const user = userWith({
      id: 'usr_1',
      name: 'ada',
      email: 'ada@example.com',
      role: 'admin',
      team,
      disabled: false,
      createdAt: now,
      settings: { budget_usd: '1.000000000000000001' },
      version: 2,
    })
    await store.people.addTeam(team)
    await store.people.addUser({ ...user, team: undefined, version: 1 })
    await store.people.changeUser(user)
    const caller = tokenCaller(
      { id: 'tok_1', name: 'ci', owner: 'usr_1', user, prefix: 'sk-aw-1', createdAt: now },
      { requests_per_day: 1_000_000_000 },
    )
    await store.tokens.add({ caller, hash: hashTokenKey('first', secretKey), prefix: 'sk-aw-1' }, new Date(now))
    await store.tokens.rotate(
      { ...caller, version: 2 },
      { hash: hashTokenKey('second', secretKey), prefix: 'sk-aw-2', oldUntil: new Date(now + 1000) },
    )
    await store.tokens.used(new Map([['tok_1', now]]))

    const people = await store.people.all()
    expect([people.users, people.teams]).toEqual([[user], [team]])
    const tokens = tokensFrom([], await store.tokens.all(), secretKey, people)
    for (const key of ['first', 'second'])
      expect(tokens.find(key, now)).toMatchObject({
        name: 'ci',
        owner: 'usr_1',
        user,
        team,
        policy: { rates: { requestsPerDay: 1_000_000_000 } },
      })
    expect(await store.tokens.uses()).toEqual(new Map([['tok_1', now]]))

    const disabled = { ...user, disabled: true, version: 3 }
    await store.people.changeUser(disabled)
    expect((await store.people.all()).users).toEqual([disabled])

    await store.people.removeUser(disabled, ['tok_1'], new Date(now))
    await store.people.removeTeam(team)
    expect([(await store.people.all()).users, (await store.people.all()).teams, await store.tokens.all()]).toEqual([[], [], []])
  })

  test.each([{}, { max_concurrent: 7 }, { models: ['m'], max_wait_ms: 0 }])(
    'a token has the limits with which it was made: %j',
    async (limits) => {
      const caller = tokenCaller({ id: 'tok_1', name: 'ci', owner: 'tok_1', prefix: 'sk-aw-1', createdAt: now }, limits)
      await store.tokens.add({ caller, hash: 'h', prefix: 'sk-aw-1' }, new Date(now))
      expect((await store.tokens.all())[0]?.caller.limits).toEqual(limits)
    },
  )

  test('what was spent in the windows that are open, for a token, its user and its team', async () => {
    const batch = new RequestBatch()
    const times = ['2026-01-31T12:00:00.000Z', '2026-02-01T11:00:00.000Z']
    for (const startedAt of times)
      batch.add({ ...booked, id: startedAt, started_at: startedAt }, Date.parse(startedAt), parseMoney(booked.cost_usd))
    await store.requests.book({ ended: batch, running: '[]' })
    const { spent, usedToday } = await store.spending.known(now)
    const cost = parseMoney(booked.cost_usd)
    for (const id of ['tok_1', 'usr_1', 'team_1']) {
      // A Sunday, and the first of a month.
      expect(spent.get(id)).toEqual({ day: cost, week: 2n * cost, month: cost, total: 2n * cost })
      expect(usedToday.get(id)).toEqual({ requests: 1, tokens: 8 })
    }
    await store.spending.purge(now + 60 * 86_400_000)
    expect((await store.spending.known(now)).spent.get('usr_1')).toEqual({ day: 0n, week: 0n, month: 0n, total: 2n * cost })
  })
})

const booked: BookedRequest = {
  ...{
    id: '',
    token_id: 'tok_1',
    token: 'ci',
    user_id: 'usr_1',
    team_id: 'team_1',
    owner: 'ada',
    team: 'research',
    end_user: null,
    tags: null,
  },
  ...{ style: 'messages', model: 'm', provider: 'p', upstream_model: 'x', started_at: '', duration_ms: 40, first_byte_ms: null },
  ...{ status: 200, outcome: 'ok', error: null, input_tokens: 3, output_tokens: 5, cached_input_tokens: 0, cache_write_input_tokens: 0 },
  ...{ reasoning_output_tokens: 0, usage_source: 'provider', cost_source: 'price', cost_usd: '1234.000000000000000000000009' },
  ...{ attempts: '[]', losses: null },
}
