import type { Log } from '../../observability/log.js'
import { clientLeft, completed } from '../../record/ending.js'
import type { SharedMiddleware } from '../context.js'
import { sendThrown } from './render-errors.js'

/**
 * The end of every request, whatever it was: an error is written in the client's error format, what the request held is given back, and one
 * record is left.
 */
export function endRequest(log: Log): SharedMiddleware {
  return async (context, next) => {
    try {
      await next()
    } catch (thrown) {
      sendThrown(context, thrown, log)
    } finally {
      const { res: response, state } = context
      state.lease?.release()
      state.record.finish(response.destroyed ? clientLeft : completed(response.statusCode))
      // Objects of ended requests that V8 has already moved to its old generation would keep it until the next full collection. Traces need it.
      if (state.traces === undefined) state.body = undefined
    }
  }
}
