import { openStore, type Store } from '../../src/store/store.js'
import { Postgres, postgresPrograms } from '../postgres.js'

/** The engines that this machine has. */
export const engines: readonly string[] = ['sqlite', ...(postgresPrograms() === undefined ? [] : ['postgres'])]

/** Starts PostgreSQL, where it is, for the tests of a file. Resolves with a new empty store on an engine at each call. */
export function newStores(prefix: string): (engine: string) => Promise<Store> {
  let postgres: Postgres | undefined
  let databases = 0
  beforeAll(async () => {
    if (postgresPrograms() !== undefined) postgres = await Postgres.start()
  }, 60_000)
  afterAll(async () => {
    await postgres?.stop()
  })
  return async (engine) =>
    openStore(
      engine === 'postgres' && postgres !== undefined
        ? { kind: 'postgres', url: await postgres.database(`${prefix}${databases++}`) }
        : { kind: 'memory' },
    )
}
