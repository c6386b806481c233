import { kinds } from '../../console/pages/providers/kinds.js'
import { providerKinds } from '../../src/providers/kinds.js'

test('the console offers the kinds of provider that there are, without the gateway’s own model', () => {
  const own = providerKinds.map(({ kind }) => kind).filter((kind) => kind !== 'local')
  expect([...kinds].sort()).toEqual(own.sort())
})
