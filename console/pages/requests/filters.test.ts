import { exportLink, filtersIn, requestIdIn } from './filters.js'

test('the address has the filters; what the API would refuse is left out', () => {
  const search = new URLSearchParams('model=fast&outcome=timeout&token=&from=2026-01-31&to=later&page=3&live=on')
  expect(filtersIn(search)).toEqual({ model: 'fast', outcome: 'timeout', from: '2026-01-31T00:00:00.000Z' })
  expect(filtersIn(new URLSearchParams({ outcome: 'good', model: 'a'.repeat(501) }))).toEqual({})
})

test.each([
  [' req_7f9c24e8a1b24d3f ', 'req_7f9c24e8a1b24d3f'],
  ['fast', undefined],
  ['req_', undefined],
  ['req_<script>', undefined],
])('%j is the id %j', (text, id) => {
  expect(requestIdIn(text)).toBe(id)
})

test('the export has the filters', () => {
  expect(exportLink({ model: 'a b', outcome: 'ok' })).toBe('/api/admin/requests/export?format=csv&model=a+b&outcome=ok')
})
