import { beginOf, budgetsOf, endOf, type Period } from './budgets.js'
import { parseMoney } from './money.js'

const ms = (time: string): number => Date.parse(time)

test.each<[period: Period, now: string, begin: string, end: string]>([
  ['day', '2030-01-09T00:00:00Z', '2030-01-09T00:00:00Z', '2030-01-10T00:00:00Z'],
  ['day', '2030-01-09T23:59:59.999Z', '2030-01-09T00:00:00Z', '2030-01-10T00:00:00Z'],
  // 7 January 2030 is a Monday.
  ['week', '2030-01-07T00:00:00Z', '2030-01-07T00:00:00Z', '2030-01-14T00:00:00Z'],
  ['week', '2030-01-13T23:59:59.999Z', '2030-01-07T00:00:00Z', '2030-01-14T00:00:00Z'],
  ['month', '2030-02-01T00:00:00Z', '2030-02-01T00:00:00Z', '2030-03-01T00:00:00Z'],
  ['month', '2030-12-31T23:59:59.999Z', '2030-12-01T00:00:00Z', '2031-01-01T00:00:00Z'],
])('the %s of %s is from %s to %s', (period, now, begin, end) => {
  expect([beginOf(period, ms(now)), endOf(period, ms(now))]).toEqual([ms(begin), ms(end)])
})

test('a budget in all began with the epoch and never ends', () => {
  const now = ms('2030-01-09T12:00:00Z')
  expect([beginOf('total', now), endOf('total', now)]).toEqual([0, undefined])
})

test.each([
  ['budget_usd', 'total'],
  ['budget_per_day_usd', 'day'],
  ['budget_per_week_usd', 'week'],
  ['budget_per_month_usd', 'month'],
])('%s alone limits the window %s alone', (setting, period) => {
  expect(budgetsOf({ [setting]: '1.50' })).toEqual({ [period]: parseMoney('1.50') })
})

test('without any, nothing is limited', () => {
  expect(budgetsOf({})).toBeUndefined()
})
