import { spawn } from 'node:child_process'
import { programPath } from '../program.js'

export interface CommandResult {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Runs a command of the built program in a folder, while this process goes on answering as a provider. */
export function runCommand(
  words: readonly string[],
  { folder = '/', environment = {} }: { readonly folder?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [programPath, ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
    child.on('close', (code) => {
      resolve({ code, output, errors })
    })
  })
}
