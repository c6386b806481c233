import type { TestRequest } from '../dialects/contract-test.js'
import type { StreamEvent } from '../dialects/stream-order.js'
import { defined, parseJson, parseObject } from '../json/object.js'
import { EventStreamReader } from '../relay/stream/event-stream-reader.js'

/** The gateway or provider under test. */
export interface TestTarget {
  /** Without `/v1`: `http://127.0.0.1:8787`. */
  readonly base: string
  readonly token: string
  /** Limit for a whole answer. */
  readonly timeoutMs: number
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON; `undefined` where it is not JSON. */
  readonly json: unknown
}

/** A server that sends more is not read on. */
const largestAnswer = 32 * 1024 * 1024

/** There was no whole answer: the connection failed, or the time or the size was over. */
export class NoAnswer extends Error {}

/** The address without a version at its end, which the base addresses of some client libraries have. */
export function baseOf(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1(?:beta)?$/, '')
}

/** Throws {@link NoAnswer}. Redirects are answers: the token is for this server only. */
export async function ask(target: TestTarget, { method, path, headers, body }: TestRequest): Promise<Answer> {
  const isForm = body instanceof FormData
  const request: RequestInit = defined({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: defined({ 'content-type': body === undefined || isForm ? undefined : 'application/json', ...headers }),
    body: body === undefined ? undefined : isForm || typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(target.timeoutMs),
  })
  try {
    // A kept connection may have been closed in this moment: the second attempt has a new one.
    const reply = await fetch(target.base + path, request).catch(() => fetch(target.base + path, request))
    const bytes = await bytesOf(reply)
    const text = bytes.toString('utf8')
    return { status: reply.status, headers: reply.headers, bytes, text, json: parseJson(text) }
  } catch (failure) {
    throw failure instanceof NoAnswer ? failure : noAnswer(failure, target)
  }
}

async function bytesOf(reply: Response): Promise<Buffer> {
  if (reply.body === null) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > largestAnswer) throw new NoAnswer(`the answer is larger than ${largestAnswer / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function noAnswer(failure: unknown, { timeoutMs }: TestTarget): NoAnswer {
  if (String(failure).startsWith('TimeoutError')) return new NoAnswer(`the answer was not complete after ${timeoutMs / 1000} seconds`)
  const cause = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure
  return new NoAnswer(cause instanceof Error ? cause.message : String(cause))
}

/** The events of a stream's text, with any line ends. */
export function eventsOf(text: string): StreamEvent[] {
  const reader = new EventStreamReader(largestAnswer)
  return [...reader.push(Buffer.from(text)).frames, ...reader.end().frames]
    .filter(({ data }) => data !== '')
    .map(({ event, data }) => ({ name: event === undefined || event === '' ? undefined : event, data, value: parseObject(data) }))
}
