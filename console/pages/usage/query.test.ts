import { addedUpTogether, courseGroup, exportLink, filtersIn, groupIn } from './query.js'

test('the address names the group and the filters', () => {
  const search = new URLSearchParams('by=team&model=fast&token=&range=24h&constructor=x')
  expect(groupIn(search)).toBe('team')
  expect(filtersIn(search)).toEqual({ model: 'fast' })
  expect(groupIn(new URLSearchParams('by=colour'))).toBe('model')
})

test.each([
  [['model', 'token', 'style', 'outcome'], true],
  [['tag', 'token', 'owner', 'team'], true],
  [['end_user'], true],
  [['tag', 'model'], false],
  [['tag', 'end_user'], false],
] as const)('%j are added up together: %j', (used, together) => {
  expect(addedUpTogether(used)).toBe(together)
})

test('courses are drawn by outcome where the sums have it', () => {
  expect(courseGroup({ model: 'fast' })).toBe('outcome')
  expect(courseGroup({ tag: 'search' })).toBeUndefined()
})

test('the export has the same parameters as the page', () => {
  const span = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z', interval: 'hour' as const }
  expect(exportLink(span, 'model', { token: 'a&b' })).toBe(
    '/api/admin/usage/export?format=csv&from=2026-01-01T00%3A00%3A00.000Z&to=2026-01-02T00%3A00%3A00.000Z&token=a%26b&by=model&interval=hour',
  )
})
