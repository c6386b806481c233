import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CommandError } from './command-error.js'

/** Adds variables to a `.env`, which only its owner can read, where they are not there yet. */
export function addToEnvFile(path: string, variables: Iterable<readonly [string, string]>): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const known = parseEnv(before)
  const lines = [...variables].flatMap(([name, value]) => (name in known ? [] : [`${name}=${quoted(value)}\n`]))
  if (lines.length === 0) return
  appendFileSync(path, (before === '' || before.endsWith('\n') ? '' : '\n') + lines.join(''), { mode: 0o600 })
}

/** A value in a `.env` has no escapes: it is quoted by whichever quote is not in it. */
function quoted(value: string): string {
  if (/^[\w.,:/@+=~-]*$/.test(value)) return value
  const quote = ["'", '"', '`'].find((sign) => !value.includes(sign))
  if (quote === undefined) throw new CommandError('a secret with quotes of every kind in it fits into no .env')
  return quote + value + quote
}
