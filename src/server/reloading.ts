import type { Server } from 'node:http'
import type { Configuration } from '../config/configuration.js'
import type { LogOutput } from '../observability/log.js'
import type { Store } from '../store/store.js'
import type { FileHistory } from './file-history.js'
import type { Gateway } from './gateway.js'
import { setTimes } from './listen.js'
import type { LiveConfiguration } from './live-configuration.js'
import { logFormat } from './log-settings.js'
import { makePeople } from './make-people.js'
import { tokenPlacesOf } from './platform-services.js'
import { compareConfigurations, isUnchanged, reloadTokens, type ReloadReport } from './reload.js'
import type { Workers } from './workers.js'

interface Reloaded {
  readonly gateway: Gateway
  readonly live: LiveConfiguration
  readonly store: Store
  readonly server: Server
  readonly output: LogOutput
  readonly fileHistory: FileHistory
  readonly workers: Workers | undefined
}

/** Returns a function that takes another configuration for all requests that begin from then on; it resolves with `undefined` where nothing has changed. */
export function reloading({ gateway, live, store, server, output, fileHistory, workers }: Reloaded) {
  const { configuration, log, relay, records, operations } = gateway
  const { platform } = operations
  const { people, provisioning } = platform
  const take = async (next: Configuration): Promise<ReloadReport | undefined> => {
    const before = provisioning.file
    const report = compareConfigurations(before, next, live)
    const unchanged = isUnchanged(report, platform.configuration.atNextStart)
    await makePeople(next, { people, store, log, now: records.now() })
    await reloadTokens(platform, next.tokens, report.tokens)
    live.take(next)
    relay.repeated.clear()
    provisioning.takeFile(next)
    setTimes(server, workers === undefined ? configuration.timeouts : { ...configuration.timeouts, keep_alive_ms: 0 })
    log.writeAs(logFormat(configuration.log.format, output))
    platform.filePlaces = tokenPlacesOf(next)
    platform.configuration = { file: next.file, loadedAt: records.now(), atNextStart: report.atNextStart }
    await fileHistory.readAgain(before, next, report)
    return unchanged ? undefined : report
  }
  return async (next: Configuration): Promise<ReloadReport | undefined> => {
    const changed = await platform.changes.run(() => take(next))
    await workers?.heard()
    return changed
  }
}
