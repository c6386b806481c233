import { factsOf } from '../contract/error-format.js'
import { completed } from '../record/ending.js'
import type { GatewayRequest } from './gateway-request.js'
import { costHeader } from './usage-cost.js'
import { ClientOutput } from './stream/client-output.js'
import type { ReplySink } from './reply-sink.js'
import type { StreamOutput } from './stream/long-output.js'
import { isBusy, writeStage, type StagedWork } from './turn-stages.js'

/** Sends a whole JSON reply, whose bytes are sent unchanged. */
export function sendJson(request: GatewayRequest, status: number, json: Buffer | string, headers: Readonly<Record<string, string>>): void {
  const { response } = request
  if (request.left) return
  request.record.ends(completed(status))
  request.replyKeeper?.keep(status, headers['content-type'] ?? 'application/json', bytesOf(json))
  const length = typeof json === 'string' ? Buffer.byteLength(json) : json.length
  const head: Record<string, string | number> = idHeaders(request)
  head['content-type'] = 'application/json'
  head['content-length'] = length
  head['cache-control'] = 'no-store'
  const cost = costHeader(request)
  if (cost !== undefined) head['x-anywire-cost-usd'] = cost
  for (const name in headers) head[name] = headers[name] ?? ''
  response.writeHead(status, head)
  // As a Latin-1 text the body is sent in one write with the headers; as bytes it would be a second write.
  if (length >= oneWriteBytes) response.end(bytesOf(json))
  else if (isBusy()) writeStage.add(new LastText(response, latin1Of(json, length)))
  else response.end(latin1Of(json, length), 'latin1')
}

/** Ends a reply. */
class LastText implements StagedWork {
  constructor(
    private readonly response: ReplySink,
    private readonly text: string,
  ) {}

  runStage(): void {
    if (!this.response.destroyed) this.response.end(this.text, 'latin1')
  }
}

const bytesOf = (json: Buffer | string): Buffer => (typeof json === 'string' ? Buffer.from(json) : json)

/** The bytes, one for each character. A text that has as many bytes as characters is ASCII. */
function latin1Of(json: Buffer | string, length: number): string {
  return typeof json === 'string' && json.length === length ? json : bytesOf(json).toString('latin1')
}

const oneWriteBytes = 65_536

/** Sends a complete event stream. */
export function sendFrames(
  request: GatewayRequest,
  frames: StreamOutput,
  framing: 'sse' | 'json-array' = 'sse',
  headers: Readonly<Record<string, string>> = {},
): void {
  const { response } = request
  if (request.left) return
  request.record.ends(completed(200))
  response.writeHead(200, { ...streamHeaders(request, framing), ...headers })
  const output = new ClientOutput(response, ignore)
  output.write(frames)
  output.end(ignore)
}

const ignore = (): void => undefined

/** The headers of an event stream, or of a JSON array for generate content without `alt=sse`. */
export function streamHeaders(request: GatewayRequest, framing: 'sse' | 'json-array'): Record<string, string> {
  return {
    ...idHeaders(request),
    'content-type': framing === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  }
}

/** The request's id, in `x-request-id` and in the header that the dialect's clients read. */
export function idHeaders(request: Pick<GatewayRequest, 'id' | 'errorFormat'>): Record<string, string> {
  const headers: Record<string, string> = { 'x-request-id': request.id }
  const own = factsOf(request.errorFormat).requestIdHeader
  if (own !== undefined) headers[own] = request.id
  return headers
}
