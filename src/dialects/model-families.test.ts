import { remembering } from './model-families.js'

test('what was found for a name is found once, also where that is nothing', () => {
  const asked: string[] = []
  const find = remembering((name) => {
    asked.push(name)
    return name === 'known' ? { size: 1 } : undefined
  })
  expect([find('known'), find('other'), find('known'), find('other')]).toEqual([{ size: 1 }, undefined, { size: 1 }, undefined])
  expect(asked).toEqual(['known', 'other'])
})

test('only so many names are kept, and no long ones', () => {
  let asked = 0
  const find = remembering((name) => {
    asked++
    return name
  })
  const names = Array.from({ length: 600 }, (_, index) => `model-${index}`)
  for (const _ of [1, 2]) for (const name of names) expect(find(name)).toBe(name)
  expect(asked).toBeGreaterThan(600)
  asked = 0
  const long = 'x'.repeat(200)
  expect([find(long), find(long), asked]).toEqual([long, long, 2])
})
