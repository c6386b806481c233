import type { LimitSettings } from '../../config/configuration.js'
import type { Middleware } from '../context.js'
import { answer, done } from './identify-request.js'

const host = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** What no handler should see: too long a URL (414), too many headers (431), a malformed Host (400). The connection is closed (promises P03, P07). */
export function refuseOversized(limits: LimitSettings): Middleware {
  return (context, next) => {
    const { req: request, res: response, state } = context
    const close = { connection: 'close' }
    if ((request.url?.length ?? 0) > limits.url_bytes) answer(response, state, 414, close, '')
    else if (request.rawHeaders.length / 2 > limits.header_count) answer(response, state, 431, close, '')
    else if (request.headers.host !== undefined && !host.test(request.headers.host)) answer(response, state, 400, close, '')
    else return next()
    return done
  }
}
