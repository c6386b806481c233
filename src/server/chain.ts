import { done } from './middleware/identify-request.js'
import type { Middleware, RequestContext } from './context.js'

/**
 * Koa's onion: each step gets the context and a `next` that runs the rest. One `next` serves all steps of a request, since each of
 * them calls it once at the most; Koa's own composition makes a bound function and a promise for every step.
 */
export function chain<Context extends RequestContext>(steps: readonly Middleware<Context>[]): (context: Context) => Promise<void> {
  return (context) => {
    let reached = 0
    const next = (): Promise<void> => {
      const step = steps[reached++]
      return step === undefined ? done : step(context, next)
    }
    return next()
  }
}
