import { rowsInView } from './virtual-rows.js'

test.each([
  ['the first rows', 0, { first: 0, end: 18, before: 0, after: 982 * 40 }],
  ['rows in the middle', 4000, { first: 92, end: 118, before: 3680, after: 882 * 40 }],
  ['the last rows', 39600, { first: 982, end: 1000, before: 39280, after: 0 }],
  ['a list that became shorter', 90000, { first: 1000, end: 1000, before: 40000, after: 0 }],
])('%s', (_, scrollTop, rows) => {
  expect(rowsInView({ scrollTop, height: 400 }, 1000, 40)).toEqual(rows)
})
