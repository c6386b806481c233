import { People, userWith } from './people.js'
import { SharedIdentity } from './shared-identity.js'
import { Tokens, type IssuedToken } from './tokens.js'

test('takes over the people and the tokens that another gateway has made', async () => {
  const ada = userWith({ id: 'usr_1', name: 'ada', role: 'admin', disabled: false, createdAt: 0, settings: {}, version: 1 })
  const made: readonly IssuedToken[] = []
  const people = new People()
  let taken = 0
  const identity = new SharedIdentity({
    tokens: new Tokens('secret'),
    people,
    store: {
      tokens: { all: () => Promise.resolve(made), revision: () => Promise.resolve('2') },
      people: { all: () => Promise.resolve(new People([ada])) },
    },
    serially: (change) => change(),
    alongside: () => {
      taken++
      return Promise.resolve()
    },
    onTrouble: () => undefined,
  })
  await identity.takeOver()
  expect([people.userNamed('ada'), taken]).toEqual([ada, 1])
})
