import type { GatewayError } from '../../exchange/error.js'
import { connectionProblem } from './connection-problem.js'
import type { UpstreamFailure } from './upstream-handler.js'

/** The client's error where an upstream request got no HTTP reply, or its connection broke. Names no address. */
export function failureOfConnection(failure: UpstreamFailure, origin: string): GatewayError {
  const detail = `${failure.detail} ${origin}`
  switch (failure.type) {
    case 'connect':
      return unreachable(failure.detail, origin)
    case 'disconnected':
      return { kind: 'upstream_disconnected', message: 'The provider broke the connection before the answer was complete.', detail }
    case 'invalid':
      return { kind: 'upstream_invalid', message: 'The provider sent something that is not a readable HTTP reply.', detail }
  }
}

/** No connection could be made. `code` is that of Node, OpenSSL or the client library. */
export function unreachable(code: string, origin: string): GatewayError {
  return {
    kind: 'upstream_unavailable',
    message: `The provider cannot be reached: ${connectionProblem(code)}.`,
    unreached: true,
    detail: `${code} ${origin}`,
  }
}

/** Of a provider's reply for which the gateway has no memory: another attempt would find none either. */
export const noMemory: GatewayError = {
  kind: 'overloaded',
  message: "The gateway holds as many bytes of requests and of providers' answers as it may. Try again in 1s.",
  retryAfterSeconds: 1,
  givenUp: true,
}

export function timedOut(message: string): GatewayError {
  return { kind: 'upstream_timeout', message }
}
