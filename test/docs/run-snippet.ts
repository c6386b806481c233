import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../program.js'
import { isAsShown, root, type Snippet } from './snippets.js'

interface Run {
  /** The address that the page shows, and the one that the snippet runs against. */
  readonly shown: string
  readonly address: string
  readonly environment: Readonly<Record<string, string>>
  /** Where it runs; the clone, where its packages are, where it is left out. */
  readonly folder?: string
}

export function expectAsShown({ output }: Snippet, printed: string): void {
  if (output !== undefined) expect({ printed, asShown: isAsShown(output, printed) }).toEqual({ printed, asShown: true })
}

/** Runs a snippet. The output is written with the address that the page shows. */
export async function runSnippet(
  { language, code, line }: Snippet,
  { shown, address, environment, folder: cwd = root }: Run,
): Promise<string> {
  const host = (text: string, from: string, to: string) => text.replaceAll(from.replace('http://', ''), to.replace('http://', ''))
  const text = host(code, shown, address)
  const folder = join(root, 'build', 'pages')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${line}.mjs`)
  writeFileSync(file, text)
  const [command, words] =
    language === 'js'
      ? [process.execPath, [file]]
      : ['bash', ['--norc', '-eu', '-c', `anywire() { "${process.execPath}" "${programPath}" "$@"; }\n${text}`]]
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'], ...environment }
    execFile(command, words, { cwd, env, timeout: 30_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(host(stdout, address, shown))
      else reject(new Error(`${error.message}\n${stdout}${stderr}`))
    })
  })
}
