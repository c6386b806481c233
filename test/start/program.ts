import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
export const mainPath = join(root, 'dist', 'main.js')

/** The built program without any provider's key around it; `make test` builds it. */
function environment(extra: Readonly<Record<string, string>>): Record<string, string> {
  if (!existsSync(mainPath)) throw new Error('dist/main.js is missing: run `make build`')
  return { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...extra }
}

export function runProgram(words: readonly string[], cwd: string, extra: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [mainPath, ...words], { cwd, env: environment(extra), encoding: 'utf8', timeout: 10_000 })
}

export interface RunningProgram {
  readonly address: string
  /** What it printed until it was ready. */
  readonly output: string
  stop(): Promise<number | null>
}

/** Starts the program on a free port and waits until it says where it listens. */
export async function startProgram(cwd: string, extra: Readonly<Record<string, string>> = {}): Promise<RunningProgram> {
  const child = spawn(process.execPath, [mainPath], {
    cwd,
    env: environment({ ANYWIRE_PORT: '0', ...extra }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`the program ended with ${code}: ${output}`))
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /(?:listening on |"address":")(http:\/\/[^\s"]+)/.exec(output)
      if (found?.[1] !== undefined && output.endsWith('\n')) resolve(found[1])
    })
  })
  return { address, output, stop: () => stop(child) }
}

function stop(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      resolve(code)
    })
    child.kill('SIGTERM')
    // The second signal does not wait for the drain delay.
    setTimeout(() => child.kill('SIGTERM'), 50)
  })
}
