import { parseJson } from '../../src/json/object.js'
import type { PlatformConsoleSession } from '../../generated/platform/model/index.js'
import { addressOf } from '../router/base-path.js'
import { ApiError, readProblem, unreachable } from './problem.js'
import { session, sessionExpired, signIns } from './session.js'

export interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/**
 * The gateway's own API, with the session's cookie. Replies are typed by the caller with the contract's generated types; throws `ApiError`.
 * A session that has expired opens the dialog to sign in again: reads are then repeated by themselves, changes are left to the user.
 */
export const api = {
  get: <Reply>(path: string, options: CallOptions = {}) => call<Reply>('GET', path, undefined, options),
  post: <Reply>(path: string, body: unknown = {}, options: CallOptions = {}) => call<Reply>('POST', path, body, options),
  put: <Reply>(path: string, body: unknown, options: CallOptions = {}) => call<Reply>('PUT', path, body, options),
  patch: <Reply>(path: string, body: unknown, options: CallOptions = {}) => call<Reply>('PATCH', path, body, options),
  delete: <Reply>(path: string, options: CallOptions = {}) => call<Reply>('DELETE', path, undefined, options),
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Asks who is signed in. */
export async function loadSession(): Promise<void> {
  session.value = await send<PlatformConsoleSession>('GET', '/api/console/session', undefined, {})
}

/** After a sign-in: the new session, and everything shown is loaded again. */
export async function beginSession(): Promise<void> {
  await loadSession()
  sessionExpired.value = false
  signIns.value += 1
}

async function call<Reply>(method: Method, path: string, body: unknown, options: CallOptions): Promise<Reply> {
  try {
    return await send<Reply>(method, path, body, options)
  } catch (error) {
    if (!isExpiry(error)) throw error
    sessionExpired.value = true
    if (method !== 'GET') throw error
    await signedInAgain(options.signal)
    return send<Reply>(method, path, body, options)
  }
}

function isExpiry(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === 401 && session.value?.state === 'signed_in'
}

function signedInAgain(abort: AbortSignal | undefined): Promise<void> {
  const count = signIns.value
  return new Promise((resolve, reject) => {
    abort?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')), { once: true })
    const stop = signIns.subscribe((value) => {
      if (value === count) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}

async function send<Reply>(method: Method, path: string, body: unknown, options: CallOptions): Promise<Reply> {
  const response = await reach(withQuery(path, options.query), {
    method,
    credentials: 'same-origin',
    headers: headersOf(method, options.headers),
    // DELETE too: a JSON content type keeps forms of other sites out.
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    ...(options.signal !== undefined && { signal: options.signal }),
  })
  const value = parseJson(await response.text())
  if (!response.ok) throw new ApiError(readProblem(response.status, response.headers, value))
  // The contract says what a reply is; the gateway's own tests hold it to that.
  return value as Reply
}

async function reach(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(addressOf(path), request)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(unreachable)
  }
}

function headersOf(method: Method, own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...own }
  if (method === 'GET') return headers
  headers['content-type'] = 'application/json'
  const token = session.value?.csrf_token
  if (token !== undefined) headers['x-anywire-csrf'] = token
  return headers
}

function withQuery(path: string, query: CallOptions['query'] = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') parameters.set(name, String(value))
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}
