import type { TokenSettings } from '../config/configuration.js'
import { teamWith, userWith, type People, type Team, type User } from './people.js'

interface Kept {
  all(): Promise<People>
  addUser(user: User): Promise<void>
  addTeam(team: Team): Promise<void>
}

interface Making {
  readonly people: People
  readonly kept: Kept
  /** A fresh id with 128 random bits. */
  readonly newId: (prefix: string) => string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Names. */
export interface MadePeople {
  readonly users: readonly string[]
  readonly teams: readonly string[]
}

/**
 * Makes the users and teams that tokens of the configuration file name and the database does not have: members without budgets, which
 * the admin API changes like all others.
 */
export async function makePeopleOf(tokens: readonly TokenSettings[], { people, kept, newId, now }: Making): Promise<MadePeople> {
  const teams = namesOf(tokens, 'team').filter((name) => people.teamNamed(name) === undefined)
  const users = namesOf(tokens, 'user').filter((name) => people.userNamed(name) === undefined)
  const fresh = (prefix: string, name: string): Omit<Team, 'budgets'> => ({
    id: newId(prefix),
    name,
    createdAt: now,
    settings: {},
    version: 1,
  })
  try {
    for (const name of teams) {
      const team = teamWith(fresh('team_', name))
      await kept.addTeam(team)
      people.putTeam(team)
    }
    for (const name of users) {
      const user = userWith({ ...fresh('usr_', name), role: 'member', disabled: false })
      await kept.addUser(user)
      people.putUser(user)
    }
  } catch (error) {
    // Another gateway at the same database may have made them at the same moment.
    people.replaceBy(await kept.all())
    if (teams.some((name) => people.teamNamed(name) === undefined) || users.some((name) => people.userNamed(name) === undefined))
      throw error
  }
  return { users, teams }
}

function namesOf(tokens: readonly TokenSettings[], member: 'user' | 'team'): string[] {
  return [...new Set(tokens.flatMap((token) => token[member] ?? []))]
}
