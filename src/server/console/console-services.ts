import { randomBytes } from 'node:crypto'
import { PasswordHasher } from '../../access/accounts/password-hash.js'
import { Sessions } from '../../access/accounts/sessions.js'
import { SignInThrottle } from '../../access/accounts/sign-in-throttle.js'
import type { People } from '../../access/people.js'
import type { Configuration } from '../../config/configuration.js'
import type { Contract } from '../../contract/contract.js'
import type { ConsoleServices } from '../../operations/console/services.js'
import { Traces } from '../../relay/trace/traces.js'
import type { Store } from '../../store/store.js'
import { baseAddress } from '../base-address.js'

interface Given extends Pick<ConsoleServices, 'clean'> {
  readonly store: Store
  readonly people: People
  readonly contract: Contract
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number
  readonly version: string | undefined
}

export function consoleServices(
  { server, secret_key: secretKey }: Configuration,
  { store, people, contract, clean, now, clock, version = 'unknown' }: Given,
): ConsoleServices {
  return {
    sessions: new Sessions({ kept: store.sessions, people, secretKey, now, randomBytes }),
    passwords: store.passwords,
    invites: store.invites,
    hasher: new PasswordHasher(),
    throttle: new SignInThrottle(now),
    traces: new Traces({ clock, now }),
    problemIn: (operationId, wire) => contract.operation(operationId)?.body?.(wire),
    clean,
    server,
    baseAddress: (request) => baseAddress(request, server),
    version,
  }
}
