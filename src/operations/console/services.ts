import type { IncomingMessage } from 'node:http'
import type { PasswordHasher } from '../../access/accounts/password-hash.js'
import type { Sessions } from '../../access/accounts/sessions.js'
import type { SignInThrottle } from '../../access/accounts/sign-in-throttle.js'
import type { ServerSettings } from '../../config/configuration.js'
import type { ConversionServices } from '../../relay/conversion/conversion.js'
import type { Traces } from '../../relay/trace/traces.js'
import type { InviteRepository, PasswordRepository } from '../../store/account-repository.js'

/** What the web console works with beside what the admin API does. */
export interface ConsoleServices {
  readonly sessions: Sessions
  readonly passwords: PasswordRepository
  readonly invites: InviteRepository
  readonly hasher: PasswordHasher
  readonly throttle: SignInThrottle
  /** Of the playground. */
  readonly traces: Traces
  /** Masks secrets of the configuration. */
  readonly clean: (text: string) => string
  /** What the contract says of this operation's body. */
  readonly problemIn: ConversionServices['problemIn']
  readonly server: ServerSettings
  /** The gateway's address for this client, without a slash at its end. */
  readonly baseAddress: (request: IncomingMessage) => string
  /** The gateway's own. */
  readonly version: string
}
