import type { Group } from '../accounting/payer.js'
import { budgetsOf } from '../accounting/budgets.js'
import type { BudgetSettings } from '../config/configuration.js'

export const roles = ['owner', 'admin', 'member'] as const

/** The tokens of members never open the admin API. */
export type Role = (typeof roles)[number]

interface Person extends Group {
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** As they were set. */
  readonly settings: BudgetSettings
  /** One more after each change. */
  readonly version: number
}

export type Team = Person

export interface User extends Person {
  readonly email?: string | undefined
  readonly role: Role
  readonly team?: Team | undefined
  /** Cannot sign in, and has no token that works. */
  readonly disabled: boolean
}

/** Makes a team from what is set of it. */
export function teamWith(team: Omit<Team, 'budgets'>): Team {
  return { ...team, budgets: budgetsOf(team.settings) }
}

export function userWith(user: Omit<User, 'budgets'>): User {
  return { ...user, budgets: budgetsOf(user.settings) }
}

/** All users and teams, in memory. Whatever changes makes another object. */
export class People {
  readonly #users = new Map<string, User>()
  readonly #teams = new Map<string, Team>()

  constructor(users: readonly User[] = [], teams: readonly Team[] = []) {
    for (const team of teams) this.#teams.set(team.id, team)
    for (const user of users) this.#users.set(user.id, user)
  }

  get users(): User[] {
    return byName(this.#users)
  }

  get teams(): Team[] {
    return byName(this.#teams)
  }

  user(id: string | undefined): User | undefined {
    return id === undefined ? undefined : this.#users.get(id)
  }

  team(id: string | undefined): Team | undefined {
    return id === undefined ? undefined : this.#teams.get(id)
  }

  userNamed(name: string | undefined): User | undefined {
    return named(this.#users, name)
  }

  /** `undefined` where several have this address. */
  userWithEmail(email: string): User | undefined {
    const found = [...this.#users.values()].filter((user) => user.email?.toLowerCase() === email.toLowerCase())
    return found.length === 1 ? found[0] : undefined
  }

  teamNamed(name: string | undefined): Team | undefined {
    return named(this.#teams, name)
  }

  /** What another gateway at the same database has made of them. */
  replaceBy({ users, teams }: People): void {
    this.#teams.clear()
    this.#users.clear()
    for (const team of teams) this.#teams.set(team.id, team)
    for (const user of users) this.#users.set(user.id, user)
  }

  /** Whether this user alone can still own the gateway: another owner there is not, or is disabled. */
  isLastOwner({ id, role, disabled }: User): boolean {
    if (role !== 'owner' || disabled) return false
    for (const other of this.#users.values()) if (other.id !== id && other.role === 'owner' && !other.disabled) return false
    return true
  }

  putUser(user: User): void {
    this.#users.set(user.id, user)
  }

  /** Its users follow. */
  putTeam(team: Team): void {
    this.#teams.set(team.id, team)
    for (const user of this.users) if (user.team?.id === team.id) this.putUser({ ...user, team })
  }

  removeUser(id: string): void {
    this.#users.delete(id)
  }

  removeTeam(id: string): void {
    this.#teams.delete(id)
  }
}

function byName<Item extends { readonly name: string }>(items: ReadonlyMap<string, Item>): Item[] {
  return [...items.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function named<Item extends { readonly name: string }>(items: ReadonlyMap<string, Item>, name: string | undefined): Item | undefined {
  if (name !== undefined) for (const item of items.values()) if (item.name === name) return item
  return undefined
}
