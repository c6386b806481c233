import type { ServerSettings } from '../../config/configuration.js'
import type { Operation } from '../../contract/operation.js'
import { readParameters } from '../../contract/parameters.js'
import { GatewayFailure } from '../../exchange/error.js'
import { baseAddress } from '../base-address.js'
import type { Middleware } from '../context.js'
import type { ContractTexts, TaggedDocument } from '../contract-texts.js'
import { forEveryPage } from '../cors/share-replies.js'
import { CompressedDocuments } from '../compressed-documents.js'
import { answer } from './identify-request.js'

/**
 * `GET /openapi.json`, `/openapi.yaml`, `/openapi/{document}.yaml`, with `public_url` or else the address that the client used. The first
 * two are the profile for client generators unless the query asks for the one that validates.
 */
export function serveContract(texts: ContractTexts, server: ServerSettings, clock = (): number => performance.now()): Middleware {
  const compressed = new CompressedDocuments(clock)
  return (context, next) => {
    const { operation, pathParameters, query } = context.state
    const whole = (parameters: Operation['parameters']) => {
      const { profile } = readParameters(parameters, { path: {}, query, headers: context.req.headers })
      return profile === 'validation' ? 'gateway' : 'client'
    }
    switch (operation?.operationId) {
      case 'getContractJson':
        return send(context, compressed, jsonType, texts.json(whole(operation.parameters), baseAddress(context.req, server)))
      case 'getContractYaml':
        return send(context, compressed, yamlType, texts.yaml(whole(operation.parameters), baseAddress(context.req, server)))
      case 'getContractDocument':
        return send(context, compressed, yamlType, texts.yaml(pathParameters?.['document'] ?? '', baseAddress(context.req, server)))
      default:
        return next()
    }
  }
}

const jsonType = 'application/json'
const yamlType = 'application/yaml; charset=utf-8'

async function send(
  { req: request, res, state }: Parameters<Middleware>[0],
  compressed: CompressedDocuments,
  type: string,
  document: TaggedDocument | undefined,
): Promise<void> {
  if (document === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no such document.' })
  const { name, tag, pieces } = document
  const etag = `W/"${tag}"`
  const headers = { 'content-type': type, etag, 'cache-control': 'no-cache', vary: 'accept-encoding', ...forEveryPage }
  if (request.headers['if-none-match']?.split(',').some((known) => known.trim() === etag) === true) {
    answer(res, state, 304, headers, '')
    return
  }
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  const bytes = takesGzip ? await compressed.gzip(name, tag, pieces) : undefined
  if (bytes === undefined) answer(res, state, 200, headers, pieces)
  else answer(res, state, 200, { ...headers, 'content-encoding': 'gzip' }, bytes)
}
