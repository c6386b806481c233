import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The built program: `dist/main.js`, unless `ANYWIRE_PROGRAM` names another. */
export const programPath = process.env['ANYWIRE_PROGRAM'] ?? fileURLToPath(new URL('../dist/main.js', import.meta.url))

export interface ProgramOptions {
  /** In place of `programPath`. */
  readonly program?: string
  /** A command and its options; none: it serves. */
  readonly words?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Every line of its standard output. */
  readonly onLine?: (line: string) => void
}

/** Most tests are of what each process does; those of several have workers of their own. `TEST_WORKERS=2` runs them all with so many. */
function inOneProcess(configuration: { readonly server?: object }): object {
  return { ...configuration, server: { workers: Number(process.env['TEST_WORKERS'] ?? 1), ...configuration.server } }
}

/** The built program in a process and on a port of its own, without keys of providers in its environment. */
export class Program {
  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
    /** The exit code, when its workers have ended, too. */
    readonly exited: Promise<number | null>,
    /** When it has ended itself. */
    readonly ended: Promise<void>,
    private readonly lines: readonly string[],
  ) {}

  /** Starts it with this configuration, in a folder of its own, in one process where `server.workers` is not set. Resolves when it listens. Throws with its output where it ends before. */
  static async start(configuration: object, options: ProgramOptions = {}): Promise<Program> {
    const folder = mkdtempSync(join(tmpdir(), 'anywire-program-'))
    const file = join(folder, 'anywire.yaml')
    writeFileSync(file, JSON.stringify(inOneProcess(configuration)))
    const remove = (): void => {
      rmSync(folder, { recursive: true, force: true })
    }
    try {
      // What it leaves there is removed with the folder.
      const environment = { ANYWIRE_CONFIG: file, TMPDIR: folder, ...options.environment }
      const program = await Program.startIn(folder, { ...options, environment })
      void program.exited.then(remove)
      return program
    } catch (error) {
      remove()
      throw error
    }
  }

  /** Starts it in a folder of the caller, which may have a configuration. */
  static async startIn(
    folder: string,
    { program = existingProgram(), words = [], environment = {}, onLine }: ProgramOptions = {},
  ): Promise<Program> {
    const child = spawn(process.execPath, [program, ...words], {
      cwd: folder,
      env: { ...bareEnvironment(), ANYWIRE_PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines: string[] = []
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => {
        resolve()
      })
    })
    createInterface(child.stderr).on('line', (line) => lines.push(line))
    const address = await new Promise<string>((resolve, reject) => {
      void exited.then((code) => {
        reject(new Error(`the program ended with ${code}: ${lines.join('\n')}`))
      })
      createInterface(child.stdout).on('line', (line) => {
        lines.push(line)
        onLine?.(line)
        const [, found] = /(?:(?:listening|listens) on |"address":")((?:http:\/\/|unix:)[^\s";]+)/.exec(line) ?? []
        if (found !== undefined) resolve(found)
      })
    })
    return new Program(address, child, exited, ended, lines)
  }

  /** Its output so far. */
  output(): string {
    return this.lines.join('\n')
  }

  /** Its log lines as objects. */
  logLines(): readonly Readonly<Record<string, unknown>>[] {
    return this.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  /** Resident memory in bytes, of its workers too. */
  memory(): number {
    return this.#processes().reduce(
      (sum, id) => sum + Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? NaN) * 1024,
      0,
    )
  }

  /** The processor time of its threads, in steps of 10 ms. */
  processorMilliseconds(): number {
    // Fields 14 and 15, in hundredths of a second; counted after the name, which may have spaces.
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  }

  /** The file that begins with the processor time of its event loop, in nanoseconds. */
  get eventLoopFile(): string {
    return `/proc/${this.child.pid}/task/${this.child.pid}/schedstat`
  }

  /** Open descriptors, of its workers too. */
  descriptors(): number {
    return this.#processes().reduce((sum, id) => sum + readdirSync(`/proc/${id}/fd`).length, 0)
  }

  #processes(): readonly number[] {
    return [Number(this.child.pid), ...this.workers()]
  }

  /** Open connections of clients. */
  connections(): number {
    const port = Number(new URL(this.address).port).toString(16).toUpperCase().padStart(4, '0')
    const established = '01'
    const rows = readFileSync(`/proc/${this.child.pid}/net/tcp`, 'utf8').split('\n')
    return rows
      .map((row) => row.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${port}`) === true && state === established).length
  }

  /** The ids of its worker processes. */
  workers(): readonly number[] {
    const children = readFileSync(`/proc/${this.child.pid}/task/${this.child.pid}/children`, 'utf8')
    return children
      .split(' ')
      .filter((id) => id !== '')
      .map(Number)
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name)
  }

  /** Sends SIGUSR2, for a program whose environment makes it write a line then. Resolves with what follows these words in that line. */
  async told(words: string): Promise<string> {
    const told = (): string[] => this.lines.filter((line) => line.startsWith(words))
    const before = told().length
    this.signal('SIGUSR2')
    for (;;) {
      const line = told()[before]
      if (line !== undefined) return line.slice(words.length)
      if (!this.alive) throw new Error(`the program ended before it said ${words}: ${this.output()}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  /** Leaves its output unread for a while, as a log reader does that hangs. */
  leaveUnread(): void {
    this.child.stdout?.pause()
  }

  readAgain(): void {
    this.child.stdout?.resume()
  }

  /** Stops reading its output, as a log reader does that ends. */
  unread(): void {
    this.child.stdout?.destroy()
  }

  /** Ends it normally, but without the time in which a draining gateway still accepts requests. Returns the exit code. */
  async end(): Promise<number | null> {
    this.signal('SIGTERM')
    while (this.alive && (await this.#isReady()));
    this.signal('SIGTERM')
    return this.exited
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** Kills it. */
  async stop(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.exited
  }
}

/** Runs a command of the built program to its end. */
export function runProgram(
  words: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  input = '',
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [existingProgram(), ...words], {
    cwd: folder,
    env: { ...bareEnvironment(), ...environment },
    encoding: 'utf8',
    input,
    timeout: 50_000,
  })
}

const bareEnvironment = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' })

function existingProgram(): string {
  if (!existsSync(programPath)) throw new Error(`${programPath} is missing: run \`make build\``)
  return programPath
}
