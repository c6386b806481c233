import { auditFilters, summaryOf, valueText } from './entries.js'

test('the address has the filters; what the API would refuse is left out', () => {
  const search = new URLSearchParams('object=token&action=explode&name=ci&actor=&page=2')
  expect(auditFilters(search)).toEqual({ object: 'token', name: 'ci' })
  expect(auditFilters(new URLSearchParams('action=top_up&actor=ada'))).toEqual({ action: 'top_up', actor: 'ada' })
})

test('what was changed', () => {
  expect(summaryOf({ changes: [] })).toBe('')
  const changes = ['/budget_usd', '/base_url', '/headers/x_usd'].map((member) => ({ member, before: null, after: '1' }))
  expect(summaryOf({ changes })).toBe('budget in US dollars, base URL, headers/x_usd')
})

test.each([
  [null, '–'],
  ['5', '5'],
  ['***', 'hidden'],
  [['m-*'], '["m-*"]'],
  [false, 'false'],
])('the value %j is shown as %s', (value, text) => {
  expect(valueText(value)).toBe(text)
})
