import { providerKind } from '../providers/kinds.js'
import type { Problem } from './check.js'
import type { ProviderFile } from './file.js'
import { showName } from './problem.js'

const credentialHeaders: ReadonlySet<string> = new Set(['authorization', 'api-key', 'x-api-key', 'x-goog-api-key'])

/** Headers of one connection, of the body that the gateway writes itself, and credentials: they never pass from a client. */
const neverPassed: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'accept',
  'accept-encoding',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'set-cookie',
  ...credentialHeaders,
])

/** `x-amz-…` would have to be part of a signature. */
const neverPassedBeginning = /^(?:x-anywire-|proxy-|sec-|x-amz-)/

/** `forward_headers` and `auth: client`, which pass parts of a client's request on to one provider. */
export function checkPassedOn(providers: readonly ProviderFile[]): Problem | undefined {
  for (const [index, provider] of providers.entries()) {
    const problem = checkForwarded(provider) ?? checkSignIn(provider)
    if (problem !== undefined) return { ...problem, path: ['providers', index, ...problem.path] }
  }
  return undefined
}

function checkForwarded({ forward_headers: forwarded = [], headers = {} }: ProviderFile): Problem | undefined {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  for (const [position, written] of forwarded.entries()) {
    const path = ['forward_headers', position]
    const name = written.toLowerCase()
    if (neverPassed.has(name) || neverPassedBeginning.test(name))
      return { path, expected: `${showName(written)} is never passed on from a client; expected another header` }
    if (own.has(name)) return { path, expected: `${showName(written)} already has a value of its own in headers` }
  }
  return undefined
}

function checkSignIn({ auth, kind, headers = {}, ...settings }: ProviderFile): Problem | undefined {
  if (auth === undefined) return undefined
  const signs = providerKind(kind)?.configuration.signs
  if (signs === 'always' || (signs !== undefined && settings[signs.with] !== undefined))
    return {
      path: ['auth'],
      expected: `the gateway signs requests to this provider (${kind}) itself; a client's sign-in cannot take its place`,
    }
  const own = Object.keys(headers).find((name) => credentialHeaders.has(name.toLowerCase()))
  return own === undefined ? undefined : { path: ['headers', own], expected: 'expected no credential beside auth: client' }
}
