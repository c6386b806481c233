import type { GatewayRequest } from '../gateway-request.js'
import type { UpstreamRequest } from '../upstream/upstream-handler.js'

/** Smaller copies do not count. */
const largeBytes = 256 * 1024

/**
 * Takes memory for what is sent to a provider where it is a large copy of the client's body, changed or translated. Returns the bytes, to be
 * given back when the attempt has ended. Throws `GatewayFailure` where there is no memory.
 */
export function holdCopy({ lease, body }: GatewayRequest, outgoing: UpstreamRequest['body']): number {
  const isCopy = (typeof outgoing === 'string' || Buffer.isBuffer(outgoing)) && outgoing !== body?.bytes
  if (!isCopy || outgoing.length < largeBytes) return 0
  lease.hold(outgoing.length)
  return outgoing.length
}
