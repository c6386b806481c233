import { computed, signal } from '@preact/signals'
import type { PlatformPlaygroundToken, PlatformToken } from '../../../generated/platform/model/index.js'
import { parseJson } from '../../../src/json/object.js'
import { api } from '../../api/api.js'
import { ApiError, problemOf, readProblem, unreachable, type Problem } from '../../api/problem.js'
import { addressOf } from '../../router/base-path.js'

/** Which token the playground uses. A pasted one stays in memory: it is not stored anywhere. */
export const tokenSource = signal<'session' | 'pasted'>('session')
export const pastedToken = signal('')

/** What the gateway says of the token in use. */
export type TokenCheck =
  | { readonly state: 'none' }
  | { readonly state: 'checking' }
  | { readonly state: 'known'; readonly token: PlatformToken }
  | { readonly state: 'refused'; readonly problem: Problem }

/** The code of the refusal of a token whose time is over. */
export const tokenExpired = 'token_expired'

export const tokenCheck = signal<TokenCheck>({ state: 'none' })

/** Requests and tokens that the rate limits leave, as the last reply said. */
export const rateLimitLeft = signal<{ readonly requests?: string; readonly tokens?: string }>({})

let ownToken: PlatformPlaygroundToken | undefined

/** The token to send; that of the session is asked for anew a minute before it ends. */
export async function currentToken(): Promise<string> {
  if (tokenSource.value === 'pasted') return pastedToken.value.trim()
  if (ownToken === undefined || Date.parse(ownToken.expires_at) - Date.now() < 60_000)
    ownToken = await api.post<PlatformPlaygroundToken>('/api/console/playground-token')
  return ownToken.key
}

/** The next request asks for a new token of the session: the old one was refused, or someone else has signed in. */
export function forgetOwnToken(): void {
  ownToken = undefined
}

export const needsPaste = computed(() => tokenSource.value === 'pasted' && pastedToken.value.trim() === '')

let checks = 0

export async function checkToken(): Promise<void> {
  const check = ++checks
  if (needsPaste.value) {
    tokenCheck.value = { state: 'none' }
    return
  }
  tokenCheck.value = { state: 'checking' }
  const result = await readToken()
  if (check === checks) tokenCheck.value = result
}

async function readToken(): Promise<TokenCheck> {
  try {
    const headers = { authorization: `Bearer ${await currentToken()}`, accept: 'application/json' }
    const response = await fetch(addressOf('/api/token'), { headers, credentials: 'omit' }).catch(() => {
      throw new ApiError(unreachable)
    })
    const body = parseJson(await response.text())
    // The contract says what a reply is.
    if (response.ok) return { state: 'known', token: body as PlatformToken }
    return { state: 'refused', problem: readProblem(response.status, response.headers, body) }
  } catch (error) {
    return { state: 'refused', problem: problemOf(error) }
  }
}

/** What the reply to a request with this key says; nothing where another token is in use meanwhile. */
export function noteRateLimits(key: string, headers: readonly (readonly [string, string])[]): void {
  if (key !== (tokenSource.value === 'pasted' ? pastedToken.value.trim() : ownToken?.key)) return
  const all = new Map(headers)
  const requests = all.get('x-ratelimit-remaining-requests') ?? all.get('anthropic-ratelimit-requests-remaining')
  const tokens = all.get('x-ratelimit-remaining-tokens') ?? all.get('anthropic-ratelimit-tokens-remaining')
  rateLimitLeft.value = { ...(requests !== undefined && { requests }), ...(tokens !== undefined && { tokens }) }
}
