import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { LimitSettings } from '../config/configuration.js'
import type { GatewayError } from '../exchange/error.js'
import { defined } from '../json/object.js'

/**
 * What is wrong with a request's head: a URL that is too long, too many headers, another version of HTTP, a missing, bad or repeated Host,
 * an ambiguous body length (request smuggling). Such a request is answered and its connection closed.
 */
export function headProblem(request: IncomingMessage, limits: LimitSettings): GatewayError | undefined {
  const { headers, rawHeaders } = request
  if ((request.url?.length ?? 0) > limits.url_bytes) return refusal(`The URL is longer than ${limits.url_bytes} bytes.`, 414)
  if (rawHeaders.length / 2 > limits.header_count) return refusal(`The request has more than ${limits.header_count} headers.`, 431)
  if (request.httpVersion !== '1.1' && request.httpVersion !== '1.0')
    return refusal('The only versions that are understood are HTTP/1.1 and HTTP/1.0.', 400)
  const hosts = countHeader(rawHeaders, 'host')
  if (hosts > 1) return refusal('The request has more than one Host header.', 400, 'Host')
  if (headers.host === undefined ? request.httpVersion === '1.1' : !isHost(headers.host))
    return refusal('The Host header is missing or is not a host with an optional port.', 400, 'Host')
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || request.httpVersion === '1.0'))
    return refusal('The only transfer coding that is understood is chunked, and only in HTTP/1.1.', 400, 'Transfer-Encoding')
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return refusal('The only expectation that is understood is 100-continue.', 417, 'Expect')
  return undefined
}

/** The value of a header; of several lines, all with commas between them. */
export function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

/** How many header lines have this name. `name` in lower case. */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const line = rawHeaders[index]
    if (line?.length === name.length && line.toLowerCase() === name) count++
  }
  return count
}

const namedHost = /^(?:[A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+\.?(?::(\d{1,5}))?$/
const numberedHost = /^\[([0-9A-Fa-f:.]+)\](?::(\d{1,5}))?$/
/** A host name has at most 253 characters; a colon and a port may follow. */
const longestHost = 260

/** The last Host that was good: clients of one gateway nearly all send the same. */
let lastHost = ''

function isHost(text: string): boolean {
  if (text === lastHost) return true
  if (text.length > longestHost || !hasHostSyntax(text)) return false
  lastHost = text
  return true
}

function hasHostSyntax(text: string): boolean {
  const named = namedHost.exec(text)
  if (named !== null) return isPort(named[1])
  const numbered = numberedHost.exec(text)
  return numbered !== null && isIPv6(numbered[1] ?? '') && isPort(numbered[2])
}

function isPort(text: string | undefined): boolean {
  return text === undefined || Number(text) <= 65_535
}

function refusal(message: string, status: number, param?: string): GatewayError {
  return defined({ kind: 'invalid_request', message, status, param })
}
