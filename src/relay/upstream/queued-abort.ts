import symbols from 'undici/lib/core/symbols.js'

/**
 * The option of undici's `dispatch` that gets what takes a request out of the line in which it waits for a connection. Its public functions
 * use it for `signal`; a handler of `dispatch` learns of its request only when that has a connection. An aborted request would keep its body
 * in memory until then.
 */
export const queuedAbort: symbol = symbols.kQueuedAbort
