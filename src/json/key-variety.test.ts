import { KeyVariety } from './key-variety.js'

test('counts different names once, wherever they stand', () => {
  const text = '"a":1,"b":2,"a":3'
  const names = new KeyVariety()
  for (const start of [0, 6, 12]) names.add(text, start, start + 3)
  expect(names.count).toBe(2)
})

test('counts most of many names', () => {
  const names = new KeyVariety()
  for (let index = 0; index < 20_000; index++) names.add(`"k${index}"`, 0, `"k${index}"`.length)
  expect(names.count).toBeGreaterThan(18_000)
  expect(names.count).toBeLessThanOrEqual(20_000)
})
