import { makePeopleOf } from '../access/people-of-file.js'
import { actorOfFile } from '../access/actor.js'
import type { People, Team, User } from '../access/people.js'
import type { Configuration } from '../config/configuration.js'
import type { Log } from '../observability/log.js'
import type { Change } from '../store/audit-log.js'
import type { Store } from '../store/store.js'
import { newId } from './new-id.js'

interface Services {
  readonly people: People
  readonly store: Pick<Store, 'people' | 'recorded'>
  readonly log: Log
  readonly now: number
}

/** Makes the users and teams that the file's tokens name, and says what else is to know of them. */
export async function makePeople({ tokens, file }: Configuration, { people, store, log, now }: Services): Promise<void> {
  const made = (object: 'user' | 'team', name: string): Change => ({
    at: now,
    actor: actorOfFile(file),
    action: 'create',
    object,
    name,
    members: [],
  })
  const kept = {
    all: () => store.people.all(),
    addUser: (user: User) => store.recorded(made('user', user.name), (changed) => changed.people.addUser(user)),
    addTeam: (team: Team) => store.recorded(made('team', team.name), (changed) => changed.people.addTeam(team)),
  }
  const { users, teams } = await makePeopleOf(tokens, { people, kept, newId, now })
  if (users.length + teams.length > 0) log.info('users and teams that tokens of the file name were made', { users, teams })
  for (const { name, user, scopes } of tokens)
    if (people.userNamed(user)?.role === 'member' && scopes?.some((scope) => scope !== 'inference') === true)
      log.warn('the token of a member does not open the admin API, whatever its scopes', { token: name, user })
}
