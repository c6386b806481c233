import type { TestRequest } from '../dialects/contract-test.js'
import type { StreamEvent } from '../dialects/stream-order.js'
import { defined, isObject } from '../json/object.js'
import { EventStreamReader } from '../relay/stream/event-stream-reader.js'

/** The gateway or provider under test. */
export interface TestTarget {
  /** Without `/v1`: `http://127.0.0.1:8787`. */
  readonly base: string
  readonly token: string
  readonly timeoutMs: number
}

export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly text: string
  /** The body as JSON; `undefined` where it is not JSON. */
  readonly json: unknown
}

const frameLimit = 64 * 1024 * 1024

/** The address without a version at its end, which the base addresses of some client libraries have. */
export function baseOf(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1(?:beta)?$/, '')
}

export async function ask(target: TestTarget, { method, path, headers, body }: TestRequest): Promise<Answer> {
  const reply = await fetch(target.base + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: defined({ 'content-type': body === undefined ? undefined : 'application/json', ...headers }),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(target.timeoutMs),
  })
  const text = await reply.text()
  return { status: reply.status, contentType: reply.headers.get('content-type') ?? '', text, json: parsed(text) }
}

/** The events of a stream's text, with any line ends. */
export function eventsOf(text: string): StreamEvent[] {
  const reader = new EventStreamReader(frameLimit)
  return [...reader.push(Buffer.from(text)).frames, ...reader.end().frames]
    .filter(({ data }) => data !== '')
    .map(({ event, data }) => {
      const value = parsed(data)
      return { name: event === undefined || event === '' ? undefined : event, data, value: isObject(value) ? value : undefined }
    })
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
