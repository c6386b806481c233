import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from './e2e/waiting.js'
import { freePort } from './free-port.js'

const debian = '/usr/lib/postgresql'

/** The folder of PostgreSQL's programs (Debian's newest version); `undefined` on a machine without them. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(debian)) return undefined
  return readdirSync(debian)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(debian, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/** A PostgreSQL server in a folder of its own, on a free port. */
export class Postgres {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private server: ChildProcess,
    private readonly programs: string,
  ) {}

  static async start(): Promise<Postgres> {
    const programs = postgresPrograms()
    if (programs === undefined) throw new Error(`${debian} has no PostgreSQL`)
    const folder = mkdtempSync(join(tmpdir(), 'anywire-postgres-'))
    if (isRoot) execFileSync('chown', ['postgres', folder])
    chmodSync(folder, 0o700)
    const [program, words] = asUser(join(programs, 'initdb'), ['-D', join(folder, 'data'), '-U', 'anywire', '-A', 'trust', '--no-sync'])
    execFileSync(program, words, { stdio: 'ignore', cwd: folder })
    const port = await freePort()
    const postgres = new Postgres(folder, port, serve(programs, folder, port), programs)
    await postgres.#ready()
    return postgres
  }

  /** The address of a new database. */
  async database(name: string): Promise<string> {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: this.#address('postgres') })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    return this.#address(name)
  }

  /** Ends it at once, with all connections. */
  async cut(): Promise<void> {
    const ended = new Promise((resolve) => this.server.once('exit', resolve))
    // SIGQUIT is PostgreSQL's immediate shutdown, which ends its other processes too.
    execFileSync('kill', ['-QUIT', String(this.#pid())])
    await ended
  }

  async again(): Promise<void> {
    this.server = serve(this.programs, this.folder, this.port)
    await this.#ready()
  }

  async stop(): Promise<void> {
    if (this.server.exitCode === null) await this.cut()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #address(database: string): string {
    return `postgres://anywire@127.0.0.1:${this.port}/${database}`
  }

  /** From the first line of its file; the process that was started may be `runuser`. */
  #pid(): number {
    const [program, words] = asUser('/usr/bin/head', ['-1', join(this.folder, 'data', 'postmaster.pid')])
    return Number(execFileSync(program, words, { cwd: this.folder }).toString())
  }

  async #ready(): Promise<void> {
    const { default: pg } = await import('pg')
    for (let attempt = 0; ; attempt++) {
      const client = new pg.Client({ connectionString: this.#address('postgres') })
      try {
        await client.connect()
        await client.end()
        return
      } catch (error) {
        if (attempt > 200) throw error
        await sleep(50)
      }
    }
  }
}

const isRoot = process.getuid?.() === 0

/** PostgreSQL refuses to run as root. */
function asUser(program: string, words: readonly string[]): [string, string[]] {
  return isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...words]] : [program, [...words]]
}

function serve(programs: string, folder: string, port: number): ChildProcess {
  const settings = ['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off']
  const [program, words] = asUser(join(programs, 'postgres'), ['-D', join(folder, 'data'), ...settings])
  return spawn(program, words, { stdio: 'ignore', cwd: folder })
}
