import type { WireError } from '../dialects/dialect.js'
import type { ClientFacts } from '../dialects/facts.js'
import { clientDialects } from '../dialects/registry.js'
import type { ChatDialect } from '../exchange/dialect-name.js'
import type { GatewayError } from '../exchange/error.js'
import * as rerank from '../media/rerank/error.js'

/** Whose error envelope a caller reads. Known from the path and the headers, so that even the first middleware can answer in it. */
export type ErrorStyle = ChatDialect | 'rerank'

/** The style of every path that no style has to itself: the media endpoints and the gateway's own. */
export const usualStyle: ChatDialect = 'chat-completions'

const dialects = Object.values(clientDialects)

/** The style of a request. The lists of models are for all styles: there the headers of the caller's library decide. */
export function errorStyleOf(path: string, headers: Readonly<Record<string, string | string[] | undefined>>): ErrorStyle {
  for (const { name, facts } of dialects) if (facts.ownsPath(path)) return name
  if (rerank.ownsPath(path)) return 'rerank'
  if (isModelsPath(path)) for (const { name, facts } of dialects) if (facts.libraryHeaders.some((header) => header in headers)) return name
  return usualStyle
}

/** The facts of a style; of the usual one where a style differs in its errors alone. */
export function factsOf(style: ErrorStyle): ClientFacts {
  return clientDialects[style === 'rerank' ? usualStyle : style].facts
}

/** The list of models, and each of them: paths that clients of all styles use. */
function isModelsPath(path: string): boolean {
  return path === '/v1/models' || path.startsWith('/v1/models/')
}

const everyCredentialHeader = dialects.flatMap(({ facts }) => facts.credentialHeaders)

/** The headers in which a caller's token is looked for first: the style's, and every style's at paths that all of them use. */
export function credentialHeadersOf(style: ErrorStyle, path: string): readonly string[] {
  const facts = factsOf(style)
  return isModelsPath(path) && !facts.ownsPath(path) ? everyCredentialHeader : facts.credentialHeaders
}

/** Renders an error in the envelope that the caller's libraries read. */
export function renderError(style: ErrorStyle, error: GatewayError, requestId: string): WireError {
  return style === 'rerank' ? rerank.encodeError(error, requestId) : clientDialects[style].encodeError(error, requestId)
}
