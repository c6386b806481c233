import { stringify } from 'yaml'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'
import { answer } from './identify-request.js'

/** The published documents, by name; `gateway` is all of them joined. */
export type ContractDocuments = ReadonlyMap<string, object>

/** `GET /openapi.json`, `/openapi.yaml`, `/openapi/{document}.yaml`, with the base address that the caller used. */
export function serveContract(documents: ContractDocuments): Middleware {
  return async (context, next) => {
    const { operation, parameters } = context.state
    const name = operation?.operationId === 'getContractDocument' ? parameters?.document : 'gateway'
    switch (operation?.operationId) {
      case 'getContractJson':
        answer(
          context.res,
          context.state,
          200,
          { 'content-type': 'application/json' },
          JSON.stringify(filledIn(documents, name, context.req.headers.host)),
        )
        return
      case 'getContractYaml':
      case 'getContractDocument':
        answer(
          context.res,
          context.state,
          200,
          { 'content-type': 'application/yaml; charset=utf-8' },
          stringify(filledIn(documents, name, context.req.headers.host), { aliasDuplicateObjects: false }),
        )
        return
      default:
        await next()
    }
  }
}

function filledIn(documents: ContractDocuments, name: string | undefined, host: string | undefined): object {
  const document = name === undefined ? undefined : documents.get(name)
  if (document === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no such document.' })
  return host === undefined ? document : { ...document, servers: [{ url: `http://${host}` }] }
}
