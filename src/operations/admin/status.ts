import type { PlatformConfiguration, PlatformTarget } from '../../../generated/platform/model/index.js'
import { defined } from '../../json/object.js'
import type { OperationHandler } from '../operation.js'

/** `GET /api/admin/status` */
export const getStatus: OperationHandler<'getStatus'> = (_request, { platform, relay, routing }) => {
  const targets = new Map<string, PlatformTarget>()
  for (const target of routing.targets) {
    const provider = target.provider.settings.name
    targets.set(`${provider} ${target.model}`, { provider, model: target.model, breaker: relay.breakers.state(target) })
  }
  const { file, loadedAt, error, atNextStart } = platform.configuration
  const configuration = defined<PlatformConfiguration>({
    file,
    loaded_at: new Date(loadedAt).toISOString(),
    error,
    at_next_start: [...atNextStart],
  })
  // The question itself is no work.
  return { status: 200, body: { in_flight: platform.admission.inFlight - 1, targets: [...targets.values()], shadowed: [], configuration } }
}
