import type { IncomingMessage } from 'node:http'
import { errorFormatOf, type ErrorFormat } from '../contract/error-format.js'
import type { Operation } from '../contract/operation.js'
import { GatewayFailure } from '../exchange/error.js'

/** One request, with its whole body. */
export interface MockRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly errorFormat: ErrorFormat
  readonly bytes: Buffer
}

export type MatchedRequest = MockRequest & { readonly operation: Operation; readonly parameters: Readonly<Record<string, string>> }

export const bodyLimit = 64 * 1024 * 1024

export function requestLine(request: IncomingMessage): { path: string; query: URLSearchParams; errorFormat: ErrorFormat } {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  return { path, query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)), errorFormat: errorFormatOf(path, request.headers) }
}

export function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) throw new GatewayFailure({ kind: 'request_too_large', message: `The body is larger than ${bodyLimit} bytes.` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function parseJson(bytes: Buffer): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: `The body is not valid JSON: ${error instanceof Error ? error.message : ''}`,
    })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GatewayFailure({ kind: 'invalid_request', message: 'The body must be a JSON object.' })
  // A JSON object has text as its keys.
  return value as Readonly<Record<string, unknown>>
}
