import { goesOn, nothingLoaded, withNewer, withPage } from './pages.js'

test('pages follow one another until there is no next', () => {
  const first = withPage<string>(nothingLoaded, { data: ['a', 'b'], next: 'b' })
  expect(first).toEqual({ rows: ['a', 'b'], next: 'b', emptyPages: 0 })
  expect(goesOn(first)).toBe(true)
  const last = withPage(first, { data: ['c'], next: null })
  expect(last.rows).toEqual(['a', 'b', 'c'])
  expect(goesOn(last)).toBe(false)
})

test('after five empty pages the list waits', () => {
  let loaded = withPage<string>(nothingLoaded, { data: ['a'], next: '1' })
  for (let page = 0; page < 5; page += 1) {
    expect(goesOn(loaded)).toBe(true)
    loaded = withPage(loaded, { data: [], next: '1' })
  }
  expect(goesOn(loaded)).toBe(false)
  expect(goesOn(withPage(loaded, { data: ['b'], next: '2' }))).toBe(true)
})

test('newer rows come first, once', () => {
  const loaded = withPage<string>(nothingLoaded, { data: ['b', 'a'], next: null })
  expect(withNewer(loaded, ['d', 'c', 'b'], (row) => row).rows).toEqual(['d', 'c', 'b', 'a'])
  expect(withNewer(loaded, ['b'], (row) => row)).toBe(loaded)
})
