import { Accounts } from '../accounting/accounts.js'
import type { Reservation } from '../accounting/caller-account.js'
import type { Payer } from '../accounting/payer.js'
import { Quotas } from '../accounting/quotas.js'
import { AccountReservations } from './reservations.js'

const clock = (): number => 0
const team = { id: 'team', name: 'team', budgets: { total: 3200n } }
const payer = (id: string, total: bigint, groups: Pick<Payer, 'team'> = {}): Payer => ({
  id,
  name: id,
  policy: { budgets: { total } },
  ...groups,
})

/** `asked`: whose money was recalled; 100 are given back for each. */
function reservations(...ahead: readonly Payer[]) {
  const accounts = new Accounts({ quotas: new Quotas({ clock, now: clock }), now: clock })
  const given = ahead.map((who) => accounts.of(who).reserveAhead(100n, 1n))
  const asked: (string | undefined)[] = []
  const recall = (callerId: string | undefined): Promise<unknown> => {
    asked.push(callerId)
    for (const account of given.splice(0).flatMap((one) => one?.accounts ?? [])) {
      account.countAhead(-100n)
      account.reserve(-100n)
    }
    return Promise.resolve()
  }
  return { accounts, asked, one: new AccountReservations(accounts, { recall }) }
}

test('what is ahead is recalled where a request has enough with it', async () => {
  const own = payer('t', 1600n)
  const { one, asked } = reservations(own)
  expect(one.takeFor(own, 1500n, 0)).toMatchObject({ money: 1500n })
  expect(await one.takeFor(own, 100n, 0)).toMatchObject({ money: 100n })
  expect(asked).toEqual(['t'])
})

test('what other tokens of the team have ahead is recalled, too', async () => {
  const { one, asked } = reservations(payer('t', 3200n, { team }))
  expect(await one.takeFor(payer('u', 3200n, { team }), 3101n, 0)).toMatchObject({ money: 3101n })
  expect(asked).toEqual([undefined])
})

/** A refusal at once is a rejection, too. */
const take = async (one: AccountReservations, who: Payer, money: bigint): Promise<Reservation> => one.takeFor(who, money, 0)

test('a token whose own budget is short keeps nothing of the team for itself: others get money ahead as before', async () => {
  const [poor, rich] = [payer('t', 1600n, { team }), payer('u', 3200n, { team })]
  const { accounts, one } = reservations(poor)
  await expect(take(one, poor, 1601n)).rejects.toThrow('of this token')
  expect(accounts.of(rich).reserveAhead(50n, 1n)?.money).toBe(50n)
  // What is ahead makes the difference for the token, and none for the team.
  await one.takeFor(poor, 1550n, 0)
  expect([accounts.of(poor).reserveAhead(1n, 1n), accounts.of(rich).reserveAhead(20n, 1n)?.money]).toEqual([undefined, 20n])
})

test('where the team is short, it is kept for what was refused', async () => {
  const rich = payer('u', 9000n, { team })
  const { accounts, one } = reservations(rich)
  await one.takeFor(rich, 3101n, 0)
  expect(accounts.of(payer('v', 9000n, { team })).reserveAhead(1n, 1n)).toBeUndefined()
})

test('nothing is recalled for a request that would be refused all the same', async () => {
  const own = payer('t', 1600n)
  const alone = reservations(own)
  await expect(take(alone.one, own, 1601n)).rejects.toThrow('of which')
  // The team has some ahead, but it is the token that has too little.
  const shared = reservations(payer('t', 3200n, { team }))
  await expect(take(shared.one, payer('u', 10n, { team }), 11n)).rejects.toThrow('of this token')
  expect([alone.asked, shared.asked]).toEqual([[], []])
})
