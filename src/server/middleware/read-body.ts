import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LimitSettings, TimeoutSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Deadlines } from '../../relay/deadlines.js'
import { collectBody, tooLarge } from '../body-collector.js'
import type { Middleware } from '../context.js'
import { parseBody } from '../parse-body.js'

export interface BodyOptions {
  readonly limits: LimitSettings
  readonly timeouts: TimeoutSettings
  readonly deadlines: Deadlines
}

/**
 * Reads and parses JSON bodies, keeping the bytes as they came: the relay passes them on. Limits act while reading (promises P08,
 * P09, P11, P14). Operations with other body types read theirs themselves.
 */
export function readBody(options: BodyOptions): Middleware {
  return async (context, next) => {
    const { req: request, res: response, state } = context
    const types = state.operation?.bodyTypes ?? []
    if (types.length === 0) {
      request.resume()
      await next()
      return
    }
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
      throw new GatewayFailure({ kind: 'unsupported_media_type', message: 'Send the body without Content-Encoding.' })
    const type = mediaType(request)
    if (type !== 'application/json' && types.includes(type)) {
      if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
      await next()
      return
    }
    if (type !== 'application/json' && !type.endsWith('+json'))
      throw new GatewayFailure({
        kind: 'unsupported_media_type',
        message: `The content type must be ${types.join(' or ')}.`,
        param: 'content-type',
      })
    const bytes = await collect(request, response, options)
    state.body = { bytes, json: parseBody(bytes, options.limits) }
    await next()
  }
}

function mediaType(request: IncomingMessage): string {
  const header = request.headers['content-type'] ?? ''
  const end = header.indexOf(';')
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase()
}

function collect(request: IncomingMessage, response: ServerResponse, { limits, timeouts, deadlines }: BodyOptions): Promise<Buffer> {
  const limit = limits.body_bytes
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit))
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
  return collectBody(request, { limit, idleMs: timeouts.body_idle_ms, deadlines })
}
