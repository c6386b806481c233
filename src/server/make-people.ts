import { makePeopleOf } from '../access/people-of-file.js'
import type { People } from '../access/people.js'
import type { Configuration } from '../config/configuration.js'
import type { Log } from '../observability/log.js'
import type { PeopleRepository } from '../store/people-repository.js'
import { newId } from './new-id.js'

interface Services {
  readonly people: People
  readonly kept: PeopleRepository
  readonly log: Log
  readonly now: number
}

/** Makes the users and teams that the file's tokens name, and says what else is to know of them. */
export async function makePeople({ tokens }: Configuration, { people, kept, log, now }: Services): Promise<void> {
  const { users, teams } = await makePeopleOf(tokens, { people, kept, newId, now })
  if (users.length + teams.length > 0) log.info('users and teams that tokens of the file name were made', { users, teams })
  for (const { name, user, scopes } of tokens)
    if (people.userNamed(user)?.role === 'member' && scopes?.some((scope) => scope !== 'inference') === true)
      log.warn('the token of a member does not open the admin API, whatever its scopes', { token: name, user })
}
