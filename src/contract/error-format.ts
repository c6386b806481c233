import type { WireError } from '../dialects/dialect.js'
import type { ClientFacts } from '../dialects/facts.js'
import { clientDialects } from '../dialects/registry.js'
import type { ClientFamily } from '../exchange/client-family.js'
import type { ChatDialect } from '../exchange/dialect-name.js'
import type { GatewayError } from '../exchange/error.js'
import * as problem from './problem-details.js'
import * as rerank from '../media/rerank/error.js'

/** The error format that a caller reads: a dialect's, Cohere's for rerank, or problem details. The path and the headers decide, so that the first middleware can use it. */
export type ErrorFormat = ChatDialect | 'rerank' | 'problem'

/** The dialect whose error format and headers apply on paths that belong to no dialect: the media endpoints and the gateway's own. */
export const defaultDialect: ChatDialect = 'chat-completions'

const dialects = Object.values(clientDialects)

/** The error format of a request. All clients use the lists of models: there the headers of the caller's library decide. */
export function errorFormatOf(path: string, headers: Readonly<Record<string, string | string[] | undefined>>): ErrorFormat {
  for (const { name, facts } of dialects) if (facts.ownsPath(path)) return name
  if (rerank.ownsPath(path)) return 'rerank'
  if (problem.ownsPath(path)) return 'problem'
  if (isModelsPath(path)) for (const { name, facts } of dialects) if (facts.libraryHeaders.some((header) => header in headers)) return name
  return defaultDialect
}

/** The client facts that go with an error format; rerank and the gateway's own API have none of their own. */
export function factsOf(errorFormat: ErrorFormat): ClientFacts {
  return clientDialects[dialectOf(errorFormat) ?? defaultDialect].facts
}

/** The dialect whose error format it is; the gateway's own API and rerank have formats of no dialect. */
export function dialectOf(errorFormat: ErrorFormat): ChatDialect | undefined {
  return errorFormat === 'rerank' || errorFormat === 'problem' ? undefined : errorFormat
}

/** The family of the clients that read an error format; the gateway's own API has none. */
export function clientFamilyOf(errorFormat: ErrorFormat): ClientFamily | undefined {
  if (errorFormat === 'problem') return undefined
  return errorFormat === 'rerank' ? 'cohere' : clientDialects[errorFormat].facts.family
}

/** The list of models and its entries: paths that clients of all dialects use. */
function isModelsPath(path: string): boolean {
  return path === '/v1/models' || path.startsWith('/v1/models/')
}

const everyCredentialHeader = dialects.flatMap(({ facts }) => facts.credentialHeaders)

/** The headers in which a caller's token is looked for before `Authorization`: those of the dialect, or of all dialects on paths that all use. */
export function credentialHeadersOf(errorFormat: ErrorFormat, path: string): readonly string[] {
  const facts = factsOf(errorFormat)
  return isModelsPath(path) && !facts.ownsPath(path) ? everyCredentialHeader : facts.credentialHeaders
}

/** Renders an error in the format that the caller's library reads. */
export function renderError(errorFormat: ErrorFormat, error: GatewayError, requestId: string): WireError {
  if (errorFormat === 'rerank') return rerank.encodeError(error, requestId)
  if (errorFormat === 'problem') return problem.encodeError(error, requestId)
  return clientDialects[errorFormat].encodeError(error, requestId)
}
