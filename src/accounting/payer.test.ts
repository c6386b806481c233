import { hasBudget, isLimited, type Payer } from './payer.js'

const who: Payer = { id: 't', name: 'ci', policy: {} }
const budgets = { total: 10n }
const group = { id: 'g', name: 'research' }

test.each<[string, Partial<Payer>, boolean, boolean]>([
  ['no limit', {}, false, false],
  ['groups without a budget', { user: group, team: group }, false, false],
  ['a budget of the token', { policy: { budgets } }, true, true],
  ['a budget of the user', { user: { ...group, budgets } }, true, true],
  ['a budget of the team', { team: { ...group, budgets } }, true, true],
  ['tokens a minute', { policy: { rates: { tokensPerMinute: 5 } } }, false, true],
  ['tokens a day', { policy: { rates: { tokensPerDay: 5 } } }, false, true],
  ['requests a minute, which admission counts', { policy: { rates: { requestsPerMinute: 5 } } }, false, false],
])('%s: whether a request needs a reservation', (_name, limits, budget, limited) => {
  const payer = { ...who, ...limits }
  expect([hasBudget(payer), isLimited(payer)]).toEqual([budget, limited])
})
