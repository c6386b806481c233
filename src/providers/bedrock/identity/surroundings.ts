import type { AskIdentity } from '../../ask-identity.js'
import type { Expiring } from '../../renewed.js'
import type { KeyPair } from '../credentials.js'

/** What the machine gives: temporary keys, or keys of a file. */
export interface MachineKeys extends KeyPair, Expiring {}

/** What the search for keys sees of the machine. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where `.aws` is. */
  readonly home: string
  readonly region: string
  /** A profile that the configuration names. */
  readonly profile?: string
  readonly ask: AskIdentity
  /** Throws where there is no such file. */
  readonly readText: (path: string) => Promise<string>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** A variable that is there and not empty. */
export function variable({ environment }: Pick<Surroundings, 'environment'>, name: string): string | undefined {
  const value = environment[name]?.trim()
  return value === '' ? undefined : value
}
