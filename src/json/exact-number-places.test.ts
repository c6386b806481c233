import { ExactNumberPlaces } from './exact-number-places.js'
import { parseExactly } from './exact-numbers.js'
import { resultOf } from './steps.js'

const id = '2512292042121000001'

function placesIn(value: object): { readonly places: ExactNumberPlaces; readonly steps: number } {
  const places = new ExactNumberPlaces(value)
  let steps = 1
  while (!places.step()) steps++
  return { places, steps }
}

test('plain numbers stand in the places of exact ones for a while', () => {
  const text = `{"a":[1,{"b":[[],${id},-${id}]}],"c":"${id}","d":0.12345678901234567891,"__proto__":${id},"e":null}`
  const value = parseExactly(text) as object
  const { places } = placesIn(value)
  expect(places.any).toBe(true)
  expect(resultOf(places.whilePlain(() => structuredClone(value)))).toEqual(JSON.parse(text))
  expect(JSON.stringify(value)).toBe(text)
})

test('they are exact again where the work fails', () => {
  const value = parseExactly(`[${id}]`) as object
  const fail = (): never => {
    throw new Error('no')
  }
  expect(() => resultOf(placesIn(value).places.whilePlain(fail))).toThrow('no')
  expect(JSON.stringify(value)).toBe(`[${id}]`)
})

test('a value without any has no places; many values are looked at in many steps', () => {
  const value = Array.from({ length: 100_000 }, (_, index) => ({ index }))
  const { places, steps } = placesIn(value)
  expect(places.any).toBe(false)
  expect(steps).toBeGreaterThan(3)
})

test('one long list is looked at in many steps, and its numbers are plain and exact again in many', () => {
  const text = `[${Array.from({ length: 100_000 }, () => id).join()}]`
  const value = parseExactly(text) as unknown[]
  const { places, steps } = placesIn(value)
  expect(steps).toBeGreaterThan(3)
  const work = places.whilePlain(() => value.every((item) => item === Number(id)))
  let turns = 0
  let step = work.next()
  for (; step.done !== true; step = work.next()) turns++
  expect([step.value, turns > 6, JSON.stringify(value) === text]).toEqual([true, true, true])
})
