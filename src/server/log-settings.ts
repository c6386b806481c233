import { createHmac } from 'node:crypto'
import type { Configuration, LogSettings } from '../config/configuration.js'
import type { LogOutput } from '../observability/log.js'

/** `auto`: pretty lines on a terminal, JSON elsewhere. */
export function logFormat(format: LogSettings['format'], output: LogOutput & { readonly isTTY?: boolean }): 'json' | 'pretty' {
  if (format !== 'auto') return format
  return output.isTTY === true ? 'pretty' : 'json'
}

/** What the log shows of an end user: a keyed hash that is the same for the same user, or the name, or nothing. */
export function shownUser({ log, secret_key: key }: Pick<Configuration, 'log' | 'secret_key'>): (endUser: string) => string | undefined {
  switch (log.end_users) {
    case 'plain':
      return (endUser) => endUser
    case 'hashed':
      return (endUser) => createHmac('sha256', key).update(`end user:${endUser}`).digest('hex').slice(0, 16)
    case 'none':
      return () => undefined
  }
}
