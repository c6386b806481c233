import { changesBetween, emptyForm, readForm, type PersonForm } from './person-form.js'

const ada: PersonForm = { ...emptyForm, name: 'ada', email: 'ada@example.com', role: 'admin', team: 'research' }

test('a user', () => {
  expect(readForm({ ...ada, budgets: { ...ada.budgets, budget_per_month_usd: '50' } })).toEqual({
    body: { name: 'ada', email: 'ada@example.com', role: 'admin', team: 'research', budget_per_month_usd: '50' },
  })
  expect(readForm({ ...emptyForm, name: 'ada' })).toEqual({ body: { name: 'ada' } })
})

test.each<[string, Partial<PersonForm>, string]>([
  ['no name', { name: '' }, 'name'],
  ['a name that the API refuses', { name: 'a b' }, 'name'],
  ['no address', { email: 'ada' }, 'email'],
  ['a budget that is none', { budgets: { ...ada.budgets, budget_usd: 'much' } }, 'budget_usd'],
])('%s is told at its field', (_name, wrong, field) => {
  expect(readForm({ ...ada, ...wrong })).toEqual({ errors: { [field]: expect.any(String) } })
})

test('changes', () => {
  const before = { name: 'ada', email: 'ada@example.com', role: 'admin', budget_usd: '5' } as const
  expect(changesBetween(before, before)).toEqual({})
  expect(changesBetween(before, { name: 'ada', email: 'ada@example.com', team: 'research', budget_usd: '6' })).toEqual({
    ...{ role: 'member', team: 'research', budget_usd: '6' },
  })
  expect(changesBetween(before, { name: 'ada', role: 'admin' })).toEqual({ email: null, budget_usd: null })
})
