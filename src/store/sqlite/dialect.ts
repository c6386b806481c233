import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely'
import type { SQLInputValue } from 'node:sqlite'
import type { SqliteSession } from './thread.js'

interface SqliteAccess {
  session(): Promise<SqliteSession>
  close(): Promise<void>
}

/** Kysely's SQLite over the database's thread. */
export class SqliteThreadDialect implements Dialect {
  constructor(private readonly access: SqliteAccess) {}

  createDriver(): Driver {
    return new ThreadDriver(this.access)
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter()
  }

  createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(database)
  }
}

/** There is one connection: users take turns, so that nothing gets into another's transaction. */
class ThreadDriver implements Driver {
  #last: Promise<void> = Promise.resolve()

  constructor(private readonly access: SqliteAccess) {}

  init(): Promise<void> {
    return Promise.resolve()
  }

  async acquireConnection(): Promise<ThreadConnection> {
    const before = this.#last
    let release: () => void = () => undefined
    this.#last = new Promise((resolve) => {
      release = resolve
    })
    await before
    try {
      return new ThreadConnection(await this.access.session(), release)
    } catch (error) {
      release()
      throw error
    }
  }

  async beginTransaction(connection: ThreadConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: ThreadConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: ThreadConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  releaseConnection(connection: ThreadConnection): Promise<void> {
    connection.release()
    return Promise.resolve()
  }

  destroy(): Promise<void> {
    return this.access.close()
  }
}

class ThreadConnection implements DatabaseConnection {
  constructor(
    private readonly session: SqliteSession,
    readonly release: () => void,
  ) {}

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.session.ask({ type: 'query', text: sql, values: parameters as readonly SQLInputValue[] })
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
  }

  // eslint-disable-next-line require-yield -- nobody reads a table row by row: long lists are read in pages
  async *streamQuery(): AsyncGenerator<never> {
    await Promise.reject(new Error('SQLite here has no cursors'))
  }
}
