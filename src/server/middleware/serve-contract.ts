import type { IncomingMessage } from 'node:http'
import type { ServerSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'
import type { ContractTexts, DocumentPieces } from '../contract-texts.js'
import { forEveryPage } from '../cors/share-replies.js'
import { answer, done } from './identify-request.js'

/**
 * `GET /openapi.json`, `/openapi.yaml`, `/openapi/{document}.yaml`, with the configured public address, else with the one that the
 * caller used.
 */
export function serveContract(texts: ContractTexts, { public_url: publicUrl, port }: ServerSettings): Middleware {
  const addressFor = (request: IncomingMessage): string => publicUrl ?? addressOf(request) ?? `http://127.0.0.1:${port}`
  return (context, next) => {
    const { operation, pathParameters } = context.state
    switch (operation?.operationId) {
      case 'getContractJson':
        send(context, 'application/json', texts.json('gateway', addressFor(context.req)))
        return done
      case 'getContractYaml':
        send(context, 'application/yaml; charset=utf-8', texts.yaml('gateway', addressFor(context.req)))
        return done
      case 'getContractDocument':
        send(context, 'application/yaml; charset=utf-8', texts.yaml(pathParameters?.['document'] ?? '', addressFor(context.req)))
        return done
      default:
        return next()
    }
  }
}

function send({ res, state }: Parameters<Middleware>[0], type: string, document: DocumentPieces | undefined): void {
  if (document === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no such document.' })
  answer(res, state, 200, { 'content-type': type, ...forEveryPage }, document)
}

/** A proxy that ends TLS says so in `x-forwarded-proto`. Only a host that is one is repeated. */
function addressOf({ headers }: IncomingMessage): string | undefined {
  const { host } = headers
  if (host === undefined || !/^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host)) return undefined
  return `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`
}
