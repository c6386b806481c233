import type { GatewayError } from '../../exchange/error.js'
import type { Incoming } from '../incoming.js'

/** A request for media. */
export interface MediaQuestion extends Pick<Incoming, 'request' | 'wire' | 'form' | 'model' | 'stream'> {
  readonly newId: (prefix: string) => string
  /** Seconds since the epoch. */
  readonly now: number
  /** A stream ends with this error. */
  readonly error: GatewayError | undefined
}
