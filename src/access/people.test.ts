import { People, teamWith, userWith } from './people.js'

const team = (budget_usd: string) => teamWith({ id: 'team_1', name: 'research', createdAt: 0, settings: { budget_usd }, version: 1 })
const user = (name: string, more: object = {}) =>
  userWith({ id: `usr_${name}`, name, role: 'member', disabled: false, createdAt: 0, settings: {}, version: 1, ...more })

test('the users of a team that has changed belong to what it is now, others stay as they are', () => {
  const people = new People([user('ada', { team: team('1') }), user('bob')], [team('1')])
  const bob = people.userNamed('bob')
  people.putTeam(team('2'))
  expect(people.userNamed('ada')?.team?.settings).toEqual({ budget_usd: '2' })
  expect(people.userNamed('bob')).toBe(bob)
})

test('an address that two users have belongs to neither; letters may be large or small', () => {
  const people = new People([user('ada', { email: 'a@x' }), user('bob', { email: 'B@x' }), user('eve', { email: 'b@X' })])
  expect(['A@X', 'b@x', 'c@x'].map((email) => people.userWithEmail(email)?.name)).toEqual(['ada', undefined, undefined])
})

test.each<[string, object, object, boolean]>([
  ['alone', {}, {}, true],
  ['beside another owner', {}, { role: 'owner' }, false],
  ['beside an owner who is disabled', {}, { role: 'owner', disabled: true }, true],
  ['who is disabled herself', { disabled: true }, {}, false],
  ['beside an admin', {}, { role: 'admin' }, true],
])('the last owner: %s', (_name, own, others, expected) => {
  const ada = user('ada', { role: 'owner', ...own })
  expect(new People([ada, user('bob', others)]).isLastOwner(ada)).toBe(expected)
})
