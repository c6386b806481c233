import { exportLink, filtersIn } from './filters.js'

test('the address has the filters; what the API would refuse is left out', () => {
  const search = new URLSearchParams('model=fast&outcome=timeout&token=&from=2026-01-31&to=later&page=3&live=on')
  expect(filtersIn(search)).toEqual({ model: 'fast', outcome: 'timeout', from: '2026-01-31T00:00:00.000Z' })
  expect(filtersIn(new URLSearchParams({ outcome: 'good', model: 'a'.repeat(501), search: 'a' }))).toEqual({})
  expect(filtersIn(new URLSearchParams({ search: 'req_7f' }))).toEqual({ search: 'req_7f' })
})

test('the export has the filters', () => {
  expect(exportLink({ model: 'a b', outcome: 'ok' })).toBe('/api/admin/requests/export?format=csv&model=a+b&outcome=ok')
})
