import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'

/** 405 with `Allow`, or 404; for the usual wrong base addresses a 404 that says which one the client needs (clients.md §2). */
export const refuseUnknownPaths: Middleware = (context, next) => {
  const { state, method } = context
  if (state.operation === undefined) {
    if (state.allow !== undefined)
      throw new GatewayFailure({ kind: 'method_not_allowed', message: `${method} is not possible here; ${state.allow.join(', ')} is.` })
    throw new GatewayFailure({
      kind: 'not_found',
      message: wrongBase(state.path) ?? unknownVerb(state.path) ?? 'There is nothing at this path.',
    })
  }
  return next()
}

const bases: readonly (readonly [RegExp, string])[] = [
  [
    /^\/(?:chat\/completions|completions|embeddings|responses|images\/|audio\/|models$|moderations)/,
    'The base address of an OpenAI client ends with /v1: set it to {base}/v1.',
  ],
  [/^\/v1\/v1\/messages/, 'The base address of an Anthropic client has no version: set it to {base}, without /v1.'],
  [/^\/messages/, "This client's base address must end with /v1: set it to {base}/v1."],
  [/^\/v1beta\/v1(?:beta)?\//, 'The base address of a Google client has no version: set it to {base}, without /v1beta.'],
  [/^\/models\/.+:/, "This client's base address must end with /v1beta: set it to {base}/v1beta."],
  [/^\/v1\/v[12]\/(?:rerank|chat|embed)/, 'The base address of a Cohere client has no version: set it to {base}, without /v1.'],
  [/^\/v1\/v1\//, 'The base address has /v1 twice: set it to {base}/v1.'],
]

function wrongBase(path: string): string | undefined {
  return bases.find(([pattern]) => pattern.test(path))?.[1]
}

function unknownVerb(path: string): string | undefined {
  if (path.startsWith('/v1beta/interactions') || path.startsWith('/v1/interactions'))
    return 'The interactions API is not served here; generateContent and streamGenerateContent are.'
  if (!/^\/v1(?:beta)?\/models\/.+(?::|%3A)[A-Za-z]+$/i.test(path)) return undefined
  return 'Models have no such method here; generateContent, streamGenerateContent, countTokens, embedContent and batchEmbedContents are served.'
}
