import type { ServerSettings } from '../../config/configuration.js'
import { readParameters } from '../../contract/parameters.js'
import { GatewayFailure } from '../../exchange/error.js'
import { acceptedEncodings } from '../accepted-encoding.js'
import { baseAddress } from '../base-address.js'
import type { Middleware } from '../context.js'
import { hasContents } from '../entity-tag.js'
import { forEveryPage } from '../cors/share-replies.js'
import { answer } from '../middleware/identify-request.js'
import { CompressedDocuments } from './compressed-documents.js'
import type { ContractTexts, TaggedDocument } from './contract-texts.js'
import { publishedBy } from './published-document.js'

/** The documents of the contract, with `public_url` or else the address that the client used. */
export function serveContract(texts: ContractTexts, server: ServerSettings, clock = (): number => performance.now()): Middleware {
  const compressed = new CompressedDocuments(clock)
  return (context, next) => {
    const { operation, pathParameters = {}, query } = context.state
    const published = publishedBy(operation?.operationId)
    if (operation === undefined || published === undefined) return next()
    const { headers } = context.req
    const parameters = readParameters(operation.parameters, { path: pathParameters, query, headers })
    return send(context, compressed, published.type, published.find(texts, parameters, baseAddress(context.req, server)))
  }
}

async function send(
  { req: request, res, state }: Parameters<Middleware>[0],
  compressed: CompressedDocuments,
  type: string,
  document: TaggedDocument | undefined,
): Promise<void> {
  if (document === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no such document.' })
  const etag = `W/"${document.tag}"`
  const headers = { 'content-type': type, etag, 'cache-control': 'no-cache', vary: 'accept-encoding', ...forEveryPage }
  if (hasContents(request, etag)) {
    answer(res, state, 304, headers, '')
    return
  }
  const [encoding] = acceptedEncodings(request.headers['accept-encoding'])
  const bytes = encoding === undefined ? undefined : await compressed.get(document, encoding)
  if (encoding === undefined || bytes === undefined) answer(res, state, 200, headers, document.pieces)
  else answer(res, state, 200, { ...headers, 'content-encoding': encoding }, bytes)
}
