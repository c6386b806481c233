import type { Dispatcher } from 'undici'
import symbols from 'undici/lib/core/symbols.js'
import type { RunningUpstreamRequest } from './running-request.js'

/**
 * Options for a request that may wait for a connection: aborted, it leaves that line at once. undici's public functions do this for `signal`;
 * a handler of `dispatch` learns of its request only when that has a connection, and an aborted one would keep its body in memory until then.
 */
export function leavingLine(options: Dispatcher.DispatchOptions, running: RunningUpstreamRequest): Dispatcher.DispatchOptions {
  return Object.assign(options, {
    [symbols.kQueuedAbort]: (leave: (reason: Error) => void) => {
      running.queued(leave)
    },
  })
}
