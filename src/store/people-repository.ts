import type { Insertable, Kysely, Selectable } from 'kysely'
import { People, roles, teamWith, userWith, type Role, type Team, type User } from '../access/people.js'
import type { BudgetSettings } from '../config/configuration.js'
import { requireOne } from './changed-meanwhile.js'
import { bumpIdentityRevision } from './identity-revision.js'
import type { StoreSchema } from './schema.js'
import { revokeToken } from './token-repository.js'
import { defined } from '../json/object.js'

/** Users and teams. */
export class PeopleRepository {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  async all(): Promise<People> {
    const teams = (await this.database.selectFrom('teams').selectAll().execute()).map((row) => teamWith(personOf(row)))
    const byId = new Map(teams.map((team) => [team.id, team]))
    const users = await this.database.selectFrom('users').selectAll().execute()
    return new People(
      users.map((row) =>
        userWith({
          ...personOf(row),
          email: row.email ?? undefined,
          role: roleOf(row.role),
          disabled: row.disabled !== 0,
          team: row.team_id === null ? undefined : byId.get(row.team_id),
        }),
      ),
      teams,
    )
  }

  async addUser(user: User): Promise<void> {
    await this.database.insertInto('users').values(userRow(user)).execute()
    await bumpIdentityRevision(this.database)
  }

  /** The sessions of one who is disabled end. Throws {@link ChangedMeanwhile}. */
  async changeUser(user: User): Promise<void> {
    const before = user.version - 1
    requireOne(
      await this.database
        .updateTable('users')
        .set(userRow(user))
        .where('id', '=', user.id)
        .where('version', '=', before)
        .executeTakeFirst(),
    )
    if (user.disabled) await this.#deleteOf(user, ['sessions', 'invites'])
    await bumpIdentityRevision(this.database)
  }

  /** With its tokens, its password and its sessions. Throws {@link ChangedMeanwhile}. */
  async removeUser({ id, version }: User, tokenIds: readonly string[], now: Date): Promise<void> {
    for (const tokenId of tokenIds) await revokeToken(this.database, tokenId, now)
    await this.#deleteOf({ id }, ['passwords', 'sessions', 'invites'])
    requireOne(await this.database.deleteFrom('users').where('id', '=', id).where('version', '=', version).executeTakeFirst())
    await bumpIdentityRevision(this.database)
  }

  async addTeam(team: Team): Promise<void> {
    await this.database.insertInto('teams').values(personRow(team)).execute()
    await bumpIdentityRevision(this.database)
  }

  /** Throws {@link ChangedMeanwhile}. */
  async changeTeam(team: Team): Promise<void> {
    const before = team.version - 1
    requireOne(
      await this.database
        .updateTable('teams')
        .set(personRow(team))
        .where('id', '=', team.id)
        .where('version', '=', before)
        .executeTakeFirst(),
    )
    await bumpIdentityRevision(this.database)
  }

  /** Throws {@link ChangedMeanwhile}. */
  async removeTeam({ id, version }: Team): Promise<void> {
    requireOne(await this.database.deleteFrom('teams').where('id', '=', id).where('version', '=', version).executeTakeFirst())
    await bumpIdentityRevision(this.database)
  }

  async #deleteOf({ id }: Pick<User, 'id'>, tables: readonly ('passwords' | 'sessions' | 'invites')[]): Promise<void> {
    for (const table of tables) await this.database.deleteFrom(table).where('user_id', '=', id).execute()
  }
}

function personOf(row: Selectable<StoreSchema['teams']>): Omit<Team, 'budgets'> {
  return { id: row.id, name: row.name, createdAt: Date.parse(row.created_at), settings: settingsOf(row), version: row.version }
}

function settingsOf(row: Selectable<StoreSchema['teams']>): BudgetSettings {
  const { budget_usd: total, budget_per_day_usd: day, budget_per_week_usd: week, budget_per_month_usd: month } = row
  return defined({
    budget_usd: total ?? undefined,
    budget_per_day_usd: day ?? undefined,
    budget_per_week_usd: week ?? undefined,
    budget_per_month_usd: month ?? undefined,
  })
}

function personRow({ id, name, createdAt, settings, version }: Team): Insertable<StoreSchema['teams']> {
  return {
    id,
    name,
    version,
    created_at: new Date(createdAt).toISOString(),
    budget_usd: settings.budget_usd ?? null,
    budget_per_day_usd: settings.budget_per_day_usd ?? null,
    budget_per_week_usd: settings.budget_per_week_usd ?? null,
    budget_per_month_usd: settings.budget_per_month_usd ?? null,
  }
}

function userRow(user: User): Insertable<StoreSchema['users']> {
  return { ...personRow(user), email: user.email ?? null, role: user.role, team_id: user.team?.id ?? null, disabled: user.disabled ? 1 : 0 }
}

/** A role that nobody knows is the lowest: a damaged row must not widen what somebody may do. */
function roleOf(text: string): Role {
  return roles.find((role) => role === text) ?? 'member'
}
