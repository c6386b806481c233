import { distance, fieldOfTime, timeOfField, utcTime } from './times.js'

const now = Date.parse('2026-01-31T12:00:00.000Z')

test.each([
  ['2026-01-31T12:00:00.400Z', 'now'],
  ['2026-01-31T11:59:30.000Z', '30 s ago'],
  ['2026-01-31T11:00:01.000Z', '59 min ago'],
  ['2026-01-31T09:00:00.000Z', '3 h ago'],
  ['2026-01-30T12:00:00.000Z', '1 day ago'],
  ['2026-03-02T11:59:58.000Z', 'in 30 days'],
  ['2026-01-31T12:30:00.000Z', 'in 30 min'],
])('%s is %s', (text, words) => {
  expect(distance(text, now)).toBe(words)
})

test('fields are in UTC', () => {
  expect(utcTime('2026-01-31T12:00:05.123Z')).toBe('2026-01-31 12:00:05')
  expect(timeOfField(fieldOfTime('2026-01-31T12:30:05.123Z'))).toBe('2026-01-31T12:30:00.000Z')
  expect(timeOfField('')).toBeUndefined()
})
