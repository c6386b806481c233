import { priceOf } from '../accounting/price.js'
import { GatewayFailure } from '../exchange/error.js'
import { providerOf } from '../providers/kinds.js'
import { onlyPriced, unpricedForFree } from './priced-targets.js'

const provider = providerOf({ name: 'p', kind: 'openai', headers: {}, settings: {} })
const priced = { provider, model: 'a', price: priceOf({}) }
const unpriced = { provider, model: 'b' }

test('of several targets those with a price are asked', () => {
  expect(onlyPriced.among([unpriced, priced], 'm')).toEqual([priced])
})

test('without any the model is refused', () => {
  expect(() => onlyPriced.among([unpriced], 'm')).toThrow(GatewayFailure)
})

test('where they are free, each is warned of once', () => {
  const warned: string[] = []
  const targets = unpricedForFree(({ model }) => warned.push(model))
  expect(targets.among([unpriced, priced], 'm')).toEqual([unpriced, priced])
  targets.among([unpriced, { ...unpriced, model: 'c' }], 'm')
  expect(warned).toEqual(['b', 'c'])
})

test('a thousand are warned of at most: clients name models as they like', () => {
  let warned = 0
  const targets = unpricedForFree(() => warned++)
  targets.among(
    Array.from({ length: 1001 }, (_, index) => ({ provider, model: `model ${index}` })),
    'm',
  )
  expect(warned).toBe(1000)
})
