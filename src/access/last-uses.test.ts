import { tokenCaller } from './caller.js'
import { LastUses } from './last-uses.js'
import { hashTokenKey } from './token-key.js'
import { Tokens } from './tokens.js'

const secretKey = 's'.repeat(32)

function tokensOf(...names: string[]): Tokens {
  const tokens = new Tokens(secretKey)
  for (const name of names) tokens.add([{ hash: hashTokenKey(`key-${name}`, secretKey) }], tokenCaller({ id: name, name, owner: name }, {}))
  return tokens
}

test('what was used is written, and only what has changed since', async () => {
  const tokens = tokensOf('a', 'b')
  const written: [string, number][][] = []
  const repository = {
    uses: () => Promise.resolve(new Map([['b', 50]])),
    used: (uses: ReadonlyMap<string, number>) => {
      written.push([...uses])
      return Promise.resolve()
    },
  }
  const uses = await LastUses.open({ tokens, repository, onTrouble: () => undefined })
  expect([uses.of('a'), uses.of('b')]).toEqual([undefined, 50])
  tokens.find('key-a', 100)
  expect(uses.of('a')).toBe(100)
  await uses.write()
  await uses.write()
  tokens.find('key-b', 200)
  await uses.close()
  expect(written).toEqual([[['a', 100]], [['b', 200]]])
})

test('what cannot be written is tried again', async () => {
  const tokens = tokensOf('a')
  const troubles: string[] = []
  let fails = true
  const repository = {
    uses: () => Promise.resolve(new Map<string, number>()),
    used: () => (fails ? Promise.reject(new Error('locked')) : Promise.resolve()),
  }
  const uses = await LastUses.open({ tokens, repository, onTrouble: (message) => troubles.push(message) })
  tokens.find('key-a', 100)
  await uses.write()
  expect(troubles).toHaveLength(1)
  fails = false
  await uses.close()
  expect(troubles).toHaveLength(1)
})
