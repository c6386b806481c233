import type { Dialect } from '../../dialects/dialect.js'
import { GatewayFailure } from '../../exchange/error.js'
import { mediaFacts } from '../../media/registry.js'
import type { RoutedTarget } from '../../routing/target.js'

/** The 400 for a model without conversations: names the model, the endpoint and tasks that work. `model`: as the client named it. */
export function noConversation(model: string, { facts }: Dialect, { provider, model: upstreamModel }: RoutedTarget): GatewayFailure {
  const formats = provider.mediaFor(upstreamModel)
  const tasks = Object.entries(mediaFacts).flatMap(([task, { title }]) => (task in formats ? [title] : []))
  const instead = tasks.length === 0 ? '' : ` It can be used for ${tasks.join(', ')}.`
  return new GatewayFailure({
    kind: 'invalid_request',
    param: '/model',
    message: `The model '${model}' has no chat, so it cannot be used at ${facts.endpoint}.${instead} Use a chat model here; /v1/models lists what there is.`,
  })
}
