import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import type { GatewayFailure } from '../../exchange/error.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { GatewayRequest } from '../gateway-request.js'
import { noConversation } from './no-conversation.js'
import type { RelayServices } from '../services.js'
import { sendToTargets } from '../targets/targets.js'
import type { Conversation } from './conversation.js'
import { relay } from './relayed.js'
import { translate } from './translated.js'

/** Runs one conversation: picks targets in order, relays or translates, streams or not. Throws `GatewayFailure` while nothing was sent. */
export function converse(services: RelayServices, request: GatewayRequest, conversation: Conversation): Promise<void> {
  // Targets without conversations are skipped; where all are without, the first one is the error.
  const able = conversation.targets.filter(({ provider, model }) => provider.dialectsFor(model).length > 0)
  return sendToTargets(services, request, able.length > 0 ? able : conversation.targets, (target) =>
    tryTarget(services, request, conversation, target),
  )
}

/** Resolves with an error where the attempt failed before anything was sent to the client; `undefined` when the reply is done. */
function tryTarget(
  services: RelayServices,
  request: GatewayRequest,
  conversation: Conversation,
  target: RoutedTarget,
): Promise<GatewayFailure | undefined> {
  const dialect = chooseDialect(conversation, target)
  return dialect === conversation.dialect.name && !conversation.foreignRequest
    ? relay(services, request, conversation, target)
    : translate(services, request, conversation, target, dialect)
}

/** The client's dialect where the provider has it, else the provider's preferred one. */
function chooseDialect(conversation: Conversation, target: RoutedTarget): UpstreamDialect {
  const dialects = target.provider.dialectsFor(target.model)
  if (dialects.includes(conversation.dialect.name)) return conversation.dialect.name
  const [preferred] = dialects
  if (preferred === undefined) throw noConversation(conversation.model, conversation.dialect, target)
  return preferred
}
