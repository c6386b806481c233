import { messagesDialect } from '../dialects/messages/index.js'
import { GatewayFailure } from '../exchange/error.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import { modelOf, requiredBody, runConversation } from './converse.js'
import type { OperationHandler } from './operation.js'

/** `POST /v1/messages` */
export const createMessage: OperationHandler = (request, services) => {
  requireVersion(request)
  const wire = requiredBody(request).json
  return runConversation(request, services, { dialect: messagesDialect, model: modelOf(wire), stream: wire.stream === true, wire })
}

/** The version comes in `anthropic-version` or `provider-version`; every date of the form YYYY-MM-DD is accepted. */
export function requireVersion(request: GatewayRequest): void {
  const version = request.incoming.headers['anthropic-version'] ?? request.incoming.headers['provider-version']
  if (typeof version !== 'string')
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: 'anthropic-version: header is required (or provider-version)',
      param: 'anthropic-version',
    })
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version))
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: 'anthropic-version: must be a date of the form YYYY-MM-DD',
      param: 'anthropic-version',
    })
}
