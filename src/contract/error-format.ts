import type { WireError } from '../dialects/dialect.js'
import type { ClientFacts } from '../dialects/facts.js'
import { clientDialects } from '../dialects/registry.js'
import type { ChatDialect } from '../exchange/dialect-name.js'
import type { GatewayError } from '../exchange/error.js'
import * as rerank from '../media/rerank/error.js'

/** Whose error envelope a caller reads. Known from the path and the headers, so that even the first middleware can answer in it. */
export type ErrorFormat = ChatDialect | 'rerank'

/** The style of every path that no style has to itself: the media endpoints and the gateway's own. */
export const defaultDialect: ChatDialect = 'chat-completions'

const dialects = Object.values(clientDialects)

/** The style of a request. The lists of models are for all styles: there the headers of the caller's library decide. */
export function errorFormatOf(path: string, headers: Readonly<Record<string, string | string[] | undefined>>): ErrorFormat {
  for (const { name, facts } of dialects) if (facts.ownsPath(path)) return name
  if (rerank.ownsPath(path)) return 'rerank'
  if (isModelsPath(path)) for (const { name, facts } of dialects) if (facts.libraryHeaders.some((header) => header in headers)) return name
  return defaultDialect
}

/** The facts of a style; of the usual one where a style differs in its errors alone. */
export function factsOf(errorFormat: ErrorFormat): ClientFacts {
  return clientDialects[errorFormat === 'rerank' ? defaultDialect : errorFormat].facts
}

/** The list of models, and each of them: paths that clients of all styles use. */
function isModelsPath(path: string): boolean {
  return path === '/v1/models' || path.startsWith('/v1/models/')
}

const everyCredentialHeader = dialects.flatMap(({ facts }) => facts.credentialHeaders)

/** The headers in which a caller's token is looked for first: the style's, and every style's at paths that all of them use. */
export function credentialHeadersOf(errorFormat: ErrorFormat, path: string): readonly string[] {
  const facts = factsOf(errorFormat)
  return isModelsPath(path) && !facts.ownsPath(path) ? everyCredentialHeader : facts.credentialHeaders
}

/** Renders an error in the envelope that the caller's libraries read. */
export function renderError(errorFormat: ErrorFormat, error: GatewayError, requestId: string): WireError {
  return errorFormat === 'rerank' ? rerank.encodeError(error, requestId) : clientDialects[errorFormat].encodeError(error, requestId)
}
