import type { ServerSettings } from '../../config/configuration.js'
import type { Operation } from '../../contract/operation.js'
import { readParameters } from '../../contract/parameters.js'
import { GatewayFailure } from '../../exchange/error.js'
import { baseAddress } from '../base-address.js'
import type { Middleware } from '../context.js'
import type { ContractTexts, DocumentPieces } from '../contract-texts.js'
import { forEveryPage } from '../cors/share-replies.js'
import { answer, done } from './identify-request.js'

/**
 * `GET /openapi.json`, `/openapi.yaml`, `/openapi/{document}.yaml`, with `public_url` or else the address that the client used. The first
 * two are the profile for client generators unless the query asks for the one that validates.
 */
export function serveContract(texts: ContractTexts, server: ServerSettings): Middleware {
  return (context, next) => {
    const { operation, pathParameters, query } = context.state
    const whole = (parameters: Operation['parameters']) => {
      const { profile } = readParameters(parameters, { path: {}, query, headers: context.req.headers })
      return profile === 'validation' ? 'gateway' : 'client'
    }
    switch (operation?.operationId) {
      case 'getContractJson':
        send(context, 'application/json', texts.json(whole(operation.parameters), baseAddress(context.req, server)))
        return done
      case 'getContractYaml':
        send(context, 'application/yaml; charset=utf-8', texts.yaml(whole(operation.parameters), baseAddress(context.req, server)))
        return done
      case 'getContractDocument':
        send(context, 'application/yaml; charset=utf-8', texts.yaml(pathParameters?.['document'] ?? '', baseAddress(context.req, server)))
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
