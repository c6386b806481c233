import { tokenCaller } from '../caller.js'
import { People, userWith } from '../people.js'
import { PlaygroundKeys } from './playground-keys.js'

const minute = 60_000
const user = (disabled = false) => userWith({ id: 'usr_1', name: 'ada', role: 'member', disabled, createdAt: 0, settings: {}, version: 1 })
const key = (id: string, until: number) => ({ caller: tokenCaller({ id, name: 'ada', owner: 'usr_1', user: user() }, {}), until })

test('a new key of a session leaves the one before a minute, and none before that; other sessions keep theirs', () => {
  const keys = new PlaygroundKeys()
  keys.put('ses_1', 'first', key('a', 60 * minute), 0)
  keys.put('ses_2', 'other', key('x', 60 * minute), 0)
  keys.put('ses_1', 'second', key('a', 60 * minute), minute)
  const found = (now: number) => ['first', 'second', 'third', 'other'].filter((hash) => keys.find(hash, now) !== undefined)
  expect([found(2 * minute - 1), found(2 * minute)]).toEqual([
    ['first', 'second', 'other'],
    ['second', 'other'],
  ])
  keys.put('ses_1', 'third', key('a', 60 * minute), minute + 1)
  expect([found(minute + 1), found(60 * minute)]).toEqual([['second', 'third', 'other'], []])
})

test('keys end with their session, and with their user', () => {
  const keys = new PlaygroundKeys()
  keys.put('ses_1', 'first', key('a', minute), 0)
  keys.put('ses_2', 'other', key('b', minute), 0)
  keys.end(['ses_1'])
  expect([keys.find('first', 0), keys.isValid(key('a', 0).caller, 0), keys.find('other', 0)?.id]).toEqual([undefined, false, 'b'])
  keys.follow(new People([user(true)]))
  expect([keys.find('other', 0), keys.size]).toEqual([undefined, 0])
})
