import type { AskIdentity } from '../../ask-identity.js'
import type { Expiring } from '../../renewed.js'
import type { KeyPair } from '../credentials.js'

/** Keys of the machine: temporary ones, or those of a file. */
export interface MachineKeys extends KeyPair, Expiring {}

/** The parts of the machine where keys are searched for. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder with `.aws`. */
  readonly home: string
  readonly region: string
  /** A profile that the configuration names. */
  readonly profile?: string
  readonly ask: AskIdentity
  /** Throws where there is no such file. */
  readonly readText: (path: string) => Promise<string>
  /** Runs a command of a profile. Returns its standard output. Throws where it fails. */
  readonly run: (command: string) => Promise<string>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The value of an environment variable; `undefined` where it is missing or empty. */
export function variable({ environment }: Pick<Machine, 'environment'>, name: string): string | undefined {
  const value = environment[name]?.trim()
  return value === '' ? undefined : value
}
