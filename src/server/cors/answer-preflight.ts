import { tokenHeader } from '../../access/credentials.js'
import { clientDialects } from '../../dialects/registry.js'
import { done, headersOfReply } from '../middleware/identify-request.js'
import { tagsHeader } from '../../record/tags.js'
import type { Middleware } from '../context.js'

/** Headers that clients' libraries send from a browser. */
const allowed: ReadonlySet<string> = new Set([
  'authorization',
  tokenHeader,
  'content-type',
  'accept',
  ...Object.values(clientDialects).flatMap(({ facts }) => [
    ...facts.credentialHeaders,
    ...facts.libraryHeaders,
    ...facts.furtherHeaders,
    ...facts.betaHeaders,
    ...(facts.version === undefined ? [] : [facts.version.name, ...facts.version.clientHeaders]),
  ]),
  'idempotency-key',
  'user-agent',
  'x-client-name',
  'x-client-request-id',
  'x-request-id',
  'x-title',
  'http-referer',
  'traceparent',
  'tracestate',
  'x-anywire-strict',
  'x-anywire-usage',
  tagsHeader,
])

/** Telemetry headers of libraries, with their version and platform. */
const families = /^x-(?:stainless|fern)-[a-z0-9-]{1,60}$/

/** Two hours: the longest that browsers keep an answer. */
const maxAgeSeconds = '7200'

/**
 * Answers CORS preflight requests, which have no token, where the page's origin is configured and the path is in the contract. Any other
 * `OPTIONS` is refused like every unknown method.
 */
export const answerPreflight: Middleware = ({ state, method, req: request, res: response }, next) => {
  const { sharedWith, allow } = state
  if (method !== 'OPTIONS' || sharedWith === undefined || allow === undefined) return next()
  if (request.headers['access-control-request-method'] === undefined) return next()
  response.writeHead(204, {
    ...headersOfReply(state),
    'access-control-allow-methods': allow.join(', '),
    'access-control-allow-headers': allowedOf(request.headers['access-control-request-headers']).join(', '),
    'access-control-max-age': maxAgeSeconds,
  })
  response.end()
  return done
}

function allowedOf(asked = ''): string[] {
  const more = asked.split(',').map((name) => name.trim().toLowerCase())
  return [...new Set([...allowed, ...more.filter((name) => families.test(name))])]
}
