import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The built program: `dist/main.js`, unless `ANYWIRE_PROGRAM` names another. */
export const programPath = process.env['ANYWIRE_PROGRAM'] ?? fileURLToPath(new URL('../dist/main.js', import.meta.url))

export interface ProgramOptions {
  /** Every line of its standard output. */
  readonly onLine?: (line: string) => void
}

/** The built program as a process of its own, with a folder and a port of its own. */
export class Program {
  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
    /** The exit code. */
    readonly exited: Promise<number | null>,
    private readonly lines: readonly string[],
  ) {}

  /** Resolves when it listens. Throws with all it said where it ends before. */
  static async start(configuration: unknown, { onLine }: ProgramOptions = {}): Promise<Program> {
    if (!existsSync(programPath)) throw new Error(`${programPath} is missing: run \`make build\``)
    const folder = mkdtempSync(join(tmpdir(), 'anywire-program-'))
    const file = join(folder, 'anywire.yaml')
    writeFileSync(file, JSON.stringify(configuration))
    const child = spawn(process.execPath, [programPath], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ANYWIRE_CONFIG: file, ANYWIRE_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines: string[] = []
    const exited = new Promise<number | null>((resolve) => {
      child.once('close', (code) => {
        rmSync(folder, { recursive: true, force: true })
        resolve(code)
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
        const [, found] = /"address":"(http:[^"]+)"/.exec(line) ?? []
        if (found !== undefined) resolve(found)
      })
    })
    return new Program(address, child, exited, lines)
  }

  /** All it wrote so far. */
  output(): string {
    return this.lines.join('\n')
  }

  /** One object a log line. */
  logLines(): readonly Readonly<Record<string, unknown>>[] {
    return this.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  /** Resident memory in bytes. */
  memory(): number {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))?.[1] ?? NaN) * 1024
  }

  /** Open descriptors. */
  descriptors(): number {
    return readdirSync(`/proc/${this.child.pid}/fd`).length
  }

  get alive(): boolean {
    return this.child.exitCode === null
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name)
  }

  /** Stops reading what it writes, as a log reader does that ends. */
  unread(): void {
    this.child.stdout?.destroy()
  }

  /** Ends it at once. */
  async stop(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.exited
  }
}
