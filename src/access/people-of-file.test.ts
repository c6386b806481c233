import { makePeopleOf } from './people-of-file.js'
import { People, teamWith, userWith, type Team, type User } from './people.js'

const token = { name: 'ci', place: '', key: 'sk-case' }
const fresh = { createdAt: 0, settings: {}, version: 1 }
const ada = userWith({ ...fresh, id: 'usr_0', name: 'ada', role: 'admin', disabled: false })

function keptWith(users: readonly User[], teams: readonly Team[], failing = false) {
  const added: string[] = []
  const add = ({ name }: { readonly name: string }): Promise<void> => {
    if (failing) return Promise.reject(new Error('UNIQUE constraint failed'))
    added.push(name)
    return Promise.resolve()
  }
  return { added, all: () => Promise.resolve(new People(users, teams)), addUser: add, addTeam: add }
}

const newId = (prefix: string): string => `${prefix}1`

test('makes each missing user and team once, and leaves those that are there', async () => {
  const people = new People([ada])
  const kept = keptWith([], [])
  const tokens = [
    { ...token, user: 'ada', team: 'research' },
    { ...token, user: 'ben' },
    { ...token, user: 'ben', team: 'research' },
  ]
  expect(await makePeopleOf(tokens, { people, kept, newId, now: 7 })).toEqual({ users: ['ben'], teams: ['research'] })
  expect(kept.added).toEqual(['research', 'ben'])
  expect(people.userNamed('ada')).toBe(ada)
  expect(people.userNamed('ben')).toMatchObject({ id: 'usr_1', role: 'member', createdAt: 7, settings: {}, version: 1 })
})

test('takes those that another gateway makes at the same moment', async () => {
  const people = new People()
  const team = teamWith({ ...fresh, id: 'team_0', name: 'research' })
  await makePeopleOf([{ ...token, user: 'ada', team: 'research' }], { people, kept: keptWith([ada], [team], true), newId, now: 0 })
  expect([people.userNamed('ada'), people.teamNamed('research')]).toEqual([ada, team])
})

test('fails where the database cannot be written', async () => {
  const making = { people: new People(), kept: keptWith([], [], true), newId, now: 0 }
  await expect(makePeopleOf([{ ...token, user: 'ada' }], making)).rejects.toThrow('UNIQUE')
})
