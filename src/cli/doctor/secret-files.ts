import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Configuration } from '../../config/index.js'
import { shellWord } from '../../snippets/shell-word.js'
import type { Finding } from './finding.js'

/** Files with secrets, which nobody else on this machine should read. `inClear`: the configuration file itself has some. */
export function secretFilesFinding({ file, database }: Pick<Configuration, 'file' | 'database'>, inClear: boolean): Finding {
  const about = 'secrets'
  const folder = file === undefined ? process.cwd() : dirname(file)
  const files = [join(folder, '.env')]
  if (file !== undefined && inClear) files.push(file)
  if (database.kind === 'file') files.push(database.path, join(dirname(database.path), 'secret_key'))
  const open = files.filter(isOpen)
  if (open.length === 0) return { state: 'ok', about, what: 'their files are for their owner alone' }
  return { state: 'warn', about, what: `others can read ${open.join(', ')}`, fix: `chmod 600 ${open.map(shellWord).join(' ')}` }
}

/** Windows has no such bits. */
function isOpen(file: string): boolean {
  if (process.platform === 'win32') return false
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o077) !== 0
}
