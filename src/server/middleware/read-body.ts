import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LimitSettings, TimeoutSettings } from '../../config/configuration.js'
import type { WireObject } from '../../dialects/dialect.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Deadlines } from '../../relay/deadlines.js'
import { collectBody, tooLarge } from '../body-collector.js'
import type { Middleware } from '../context.js'

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
    state.body = { bytes, json: parseBody(bytes, options.limits.json_depth) }
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

/** Reads the bytes of a body as a JSON object. Throws the 400 that says what is wrong with it. */
export function parseBody(bytes: Buffer, depthLimit: number): WireObject {
  if (bytes.length === 0) throw invalid('The body is empty; a JSON object is expected.')
  if (!isUtf8(bytes)) throw invalid('The body is not valid UTF-8.')
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0))
  } catch (error) {
    throw invalid(`The body is not valid JSON: ${jsonProblem(error)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('The body must be a JSON object.')
  const deep = deeperThan(value, depthLimit, '')
  if (deep !== undefined) throw invalid(`The body nests deeper than ${depthLimit} levels, at ${deep.slice(0, 200)}.`)
  return value as WireObject
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** The parser's words without the piece of the body that it quotes. */
function jsonProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const position = /position (\d+)/.exec(message)
  return position === null ? 'it ends too early or is malformed.' : `problem at byte ${position[1] ?? '0'}.`
}

function invalid(message: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message })
}

/** The pointer of the first value below the limit, or `undefined`. Goes no deeper than the limit, so no input can exhaust the stack. */
function deeperThan(value: object, levels: number, at: string): string | undefined {
  if (levels === 0) return at
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index]
      if (typeof item !== 'object' || item === null) continue
      const found = deeperThan(item, levels - 1, at)
      if (found !== undefined) return `/${index}${found}`
    }
    return undefined
  }
  for (const key in value) {
    const member: unknown = (value as Record<string, unknown>)[key]
    if (typeof member !== 'object' || member === null) continue
    const found = deeperThan(member, levels - 1, at)
    if (found !== undefined) return `/${key}${found}`
  }
  return undefined
}
