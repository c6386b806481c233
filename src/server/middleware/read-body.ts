import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../../access/caller.js'
import type { Lease } from '../../access/lease.js'
import type { LimitSettings, TimeoutSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Deadlines } from '../../relay/deadlines.js'
import { largeJsonBytes } from '../../relay/large-json.js'
import { collectBody, tooLarge } from '../body-collector.js'
import { contentCoding, unsupportedCoding, type ContentCoding } from '../content-coding.js'
import type { Middleware } from '../context.js'
import type { RepeatedValues } from '../../json/repeated-values.js'
import { readJson, readLargeJson } from '../json-body.js'
import { hasBody } from '../unread-body.js'

export interface BodyOptions {
  readonly limits: LimitSettings
  readonly timeouts: TimeoutSettings
  readonly deadlines: Deadlines
  readonly repeated: RepeatedValues
}

/**
 * Reads, decodes and parses JSON bodies and keeps their bytes, which the relay passes on. Limits apply while reading. Operations with other
 * body types read theirs themselves.
 */
export function readBody(options: BodyOptions): Middleware {
  return async (context, next) => {
    const { req: request, res: response, state } = context
    const types = state.operation?.bodyTypes ?? []
    if (types.length === 0 || (state.operation?.bodyRequired === false && !hasBody(request))) {
      request.resume()
      await next()
      return
    }
    const coding = contentCoding(request.headers['content-encoding'])
    const type = mediaType(request)
    const isJson = type === 'application/json' || type.endsWith('+json')
    if (!isJson && types.includes(type)) {
      if (coding !== undefined) throw unsupportedCoding('Send the form without Content-Encoding.')
      if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
      await next()
      return
    }
    if (!isJson || !types.includes('application/json'))
      throw new GatewayFailure({
        kind: 'unsupported_media_type',
        message: `The content type must be ${types.join(' or ')}.`,
        param: 'content-type',
      })
    const bytes = await collect(request, response, options, state.lease, coding)
    // A small body needs no promise.
    state.body =
      bytes.length > largeJsonBytes
        ? await readLargeJson(bytes, options.limits, state.lease, options.repeated, ownerOf(state.caller))
        : readJson(bytes, options.limits, state.lease, options.repeated, ownerOf(state.caller))
    await next()
  }
}

/** Tokens do not share what they have sent. */
function ownerOf(caller: Caller | undefined): string | undefined {
  return caller?.kind === 'token' ? caller.id : undefined
}

function mediaType(request: IncomingMessage): string {
  const header = request.headers['content-type'] ?? ''
  const end = header.indexOf(';')
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase()
}

function collect(
  request: IncomingMessage,
  response: ServerResponse,
  { limits, timeouts, deadlines }: BodyOptions,
  lease: Lease | undefined,
  coding: ContentCoding | undefined,
): Promise<Buffer> {
  const limit = limits.body_bytes
  const announced = request.headers['content-length']
  if (Number(announced ?? 0) > limit) return Promise.reject(tooLarge(limit))
  const sizeIsKnown = announced !== undefined && coding === undefined
  if (sizeIsKnown) lease?.hold(Number(announced))
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
  const size = sizeIsKnown ? { announced: Number(announced) } : { lease }
  return collectBody(request, { limit, idleMs: timeouts.body_idle_ms, deadlines, coding, ...size })
}
