import type { IncomingMessage } from 'node:http'
import { stringify } from 'yaml'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'
import { answer, done } from './identify-request.js'

/** The published documents, by name; `gateway` is all of them joined. */
export type ContractDocuments = ReadonlyMap<string, object>

/**
 * `GET /openapi.json`, `/openapi.yaml`, `/openapi/{document}.yaml`, with the configured public address, else with the one that the
 * caller used.
 */
export function serveContract(documents: ContractDocuments, publicUrl?: string): Middleware {
  return (context, next) => {
    const { operation, parameters } = context.state
    const address = publicUrl ?? addressOf(context.req)
    const name = operation?.operationId === 'getContractDocument' ? parameters?.document : 'gateway'
    switch (operation?.operationId) {
      case 'getContractJson':
        answer(context.res, context.state, 200, { 'content-type': 'application/json' }, JSON.stringify(filledIn(documents, name, address)))
        return done
      case 'getContractYaml':
      case 'getContractDocument':
        answer(
          context.res,
          context.state,
          200,
          { 'content-type': 'application/yaml; charset=utf-8' },
          stringify(filledIn(documents, name, address), { aliasDuplicateObjects: false }),
        )
        return done
      default:
        return next()
    }
  }
}

function filledIn(documents: ContractDocuments, name: string | undefined, address: string | undefined): object {
  const document = name === undefined ? undefined : documents.get(name)
  if (document === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no such document.' })
  return address === undefined ? document : { ...document, servers: [{ url: address }] }
}

/** A proxy that ends TLS says so in `x-forwarded-proto`. Only a host that is one is repeated. */
function addressOf({ headers }: IncomingMessage): string | undefined {
  const { host } = headers
  if (host === undefined || !/^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host)) return undefined
  return `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`
}
