import { clientLeft, completed } from '../../record/ending.js'
import type { SharedMiddleware } from '../context.js'

/** Every request leaves one record at its end, whatever the end was (promises P29). */
export const finishRecord: SharedMiddleware = async (context, next) => {
  try {
    await next()
  } finally {
    const { res: response, state } = context
    state.record.finish(response.destroyed ? clientLeft : completed(response.statusCode))
  }
}
