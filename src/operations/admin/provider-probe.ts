import type { PlatformProviderTest } from '../../../generated/platform/model/index.js'
import type { Provider } from '../../providers/provider.js'
import { probeProvider } from '../../relay/upstream/probe-provider.js'
import { isPattern } from '../../routing/name-pattern.js'
import type { OperationServices } from '../operation.js'

/** Asks a provider whether it answers; where it has no list of models, a model that is routed to it. */
export function probe(
  provider: Provider,
  model: string | undefined,
  { platform, routing, relay }: OperationServices,
): Promise<PlatformProviderTest> {
  const usualModel = routing.targets.find((target) => target.provider === provider && !isPattern(target.model))?.model
  return probeProvider(provider, { model, usualModel, fetch: platform.fetch, clock: relay.breakers.clock, newId: relay.newId })
}
