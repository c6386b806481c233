import { createHmac } from 'node:crypto'
import type { Configuration, LogSettings } from '../config/configuration.js'
import type { LogOutput } from '../observability/log.js'

/** `auto`: pretty lines on a terminal, JSON elsewhere. */
export function logFormat(format: LogSettings['format'], output: LogOutput & { readonly isTTY?: boolean }): 'json' | 'pretty' {
  if (format !== 'auto') return format
  return output.isTTY === true ? 'pretty' : 'json'
}

/** What the log and the books show of an end user: a keyed hash that is the same for the same user, or the name, or nothing. */
export function shownUser({ log, secret_key: key }: Pick<Configuration, 'log' | 'secret_key'>): (endUser: string) => string | undefined {
  const hashed = remembered((endUser) => createHmac('sha256', key).update(`end user:${endUser}`).digest('hex').slice(0, 16))
  return (endUser) => {
    switch (log.end_users) {
      case 'plain':
        return endUser
      case 'hashed':
        return hashed(endUser)
      case 'none':
        return undefined
    }
  }
}

const mostRemembered = 2000
const longestRemembered = 200

/** The log and the books both ask, and the same users come again and again. */
function remembered(hash: (endUser: string) => string): (endUser: string) => string {
  const hashes = new Map<string, string>()
  return (endUser) => {
    const known = hashes.get(endUser)
    if (known !== undefined) return known
    const made = hash(endUser)
    if (hashes.size >= mostRemembered) hashes.clear()
    if (endUser.length <= longestRemembered) hashes.set(endUser, made)
    return made
  }
}
