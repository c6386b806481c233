import type { ServerSettings } from '../../config/configuration.js'
import type { Contract } from '../../contract/contract.js'
import { GatewayFailure } from '../../exchange/error.js'
import { baseAddress } from '../base-address.js'
import type { Middleware } from '../context.js'
import { wrongAddressesOf } from '../wrong-address.js'

/** 405 with `Allow`, or 404; for the usual wrong base addresses a 404 that says which one the client needs. */
export function refuseUnknownPaths(contract: Contract, server: ServerSettings): Middleware {
  const wrongAddress = wrongAddressesOf(contract)
  return (context, next) => {
    const { state, method, req: request } = context
    if (state.operation !== undefined) return next()
    if (state.allow !== undefined)
      throw new GatewayFailure({ kind: 'method_not_allowed', message: `${method} is not possible here; ${state.allow.join(', ')} is.` })
    const message =
      unknownVerb(state.path) ?? wrongAddress(state.path, request.headers, baseAddress(request, server)) ?? 'There is nothing at this path.'
    throw new GatewayFailure({ kind: 'not_found', message })
  }
}

function unknownVerb(path: string): string | undefined {
  const [, collection] = /^\/v1(?:beta|alpha)?\/([A-Za-z]+)(?:[/:]|%3A|$)/i.exec(path) ?? []
  const instead = collection === undefined ? undefined : geminiCollections[collection]
  if (instead !== undefined) return instead
  if (!/^\/v1(?:beta)?\/models\/.+(?::|%3A)[A-Za-z]+$/i.test(path)) return undefined
  return 'Models have no such method here; generateContent, streamGenerateContent, countTokens, embedContent and batchEmbedContents are served.'
}

/** What clients of Gemini may use in place of collections that only Google has. */
const geminiCollections: Readonly<Partial<Record<string, string>>> = {
  interactions:
    'The interactions API is not served here. Send the turns with models/{model}:generateContent or :streamGenerateContent, or let the gateway keep them: POST /v1/responses with previous_response_id.',
  cachedContents:
    'Cached contents are not served here. Send the content in the request itself; providers with an implicit cache find its beginning.',
  fileSearchStores: 'File search stores are not served here. Send the documents as inlineData, or a tool of your own that searches them.',
  tunedModels: 'Tuned models are not managed here. An operator can make one of them a model of the gateway.',
}
