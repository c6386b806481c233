import type {
  PlatformConfiguration,
  PlatformShadowed,
  PlatformStatus,
  PlatformTarget,
  PlatformWorkers,
} from '../../../generated/platform/model/index.js'
import { defined } from '../../json/object.js'
import { namesOfFile } from '../../provisioning/effective.js'
import type { WorkersState } from './platform.js'
import type { OperationHandler, OperationServices } from '../operation.js'

/** `GET /api/admin/status` */
export const getStatus: OperationHandler<'getStatus'> = (_request, services) => {
  const { platform, relay, routing } = services
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
  const body = defined<PlatformStatus>({
    // Without the request for this status.
    in_flight: platform.admission.inFlight - 1,
    targets: [...targets.values()],
    shadowed: shadowed(services),
    configuration,
    workers: platform.workers === undefined ? undefined : workersOf(platform.workers.state),
  })
  return { status: 200, body }
}

function workersOf({ wanted, replaced, processes }: WorkersState): PlatformWorkers {
  return {
    wanted,
    replaced,
    processes: processes.map(({ process, serves, running, startedAt }) => ({
      process,
      serves,
      in_flight: running,
      started_at: new Date(startedAt).toISOString(),
    })),
  }
}

/** What was made by the admin API and has a name that the file has too. */
function shadowed({ platform: { provisioning } }: OperationServices): PlatformShadowed[] {
  const { file } = provisioning
  const { providers, models } = namesOfFile(file)
  return [
    ...[...provisioning.providers.keys()]
      .filter((name) => providers.has(name))
      .map((name) => ({ object: 'provider', name, place: file.places.providers.get(name) ?? null }) as const),
    ...[...provisioning.models.keys()].flatMap((name) => {
      const owner = models.get(name)
      return owner === undefined ? [] : [{ object: 'model', name, place: file.places.models.get(owner) ?? null } as const]
    }),
  ]
}
