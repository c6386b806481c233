import { done } from './middleware/identify-request.js'
import type { Middleware, RequestContext } from './context.js'

/**
 * Composes middleware like Koa: each step gets the context and a `next` that runs the rest. All steps of a request share one `next`, since
 * each calls it at most once; Koa's own composition makes a bound function and a promise for every step.
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
