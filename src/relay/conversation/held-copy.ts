import { PiecedBody } from '../../json/pieced-body.js'
import type { GatewayRequest } from '../gateway-request.js'

/** Smaller copies do not count. */
const largeBytes = 256 * 1024

/**
 * Takes memory for what is sent to a provider where it is a large copy of the client's body, changed or translated. Returns the bytes, to be
 * given back when the attempt has ended. Throws `GatewayFailure` where there is no memory.
 */
export function holdCopy({ lease, body }: GatewayRequest, outgoing: Buffer | PiecedBody | string): number {
  if (outgoing.length < largeBytes || outgoing === body?.bytes || outgoing instanceof PiecedBody) return 0
  lease.hold(outgoing.length)
  return outgoing.length
}
