import { watchFile } from 'node:fs'
import { ConfigurationError, type Configuration } from '../config/index.js'
import type { RunningGateway } from '../server/start.js'

const lookEveryMs = 1000

/**
 * Reads the configuration again at SIGHUP and when its file has changed. A file that cannot be used changes nothing: the log and the
 * admin API say what is wrong. The file is looked at by its path, so that links which are set anew, as Kubernetes does, are followed.
 */
export function reloadOnChange(gateway: RunningGateway, file: string | undefined, load: () => Configuration): void {
  const reload = (): void => {
    void reloadOnce(gateway, load)
  }
  process.on('SIGHUP', reload)
  if (file !== undefined) watchFile(file, { interval: lookEveryMs, persistent: false }, reload)
}

async function reloadOnce(gateway: RunningGateway, load: () => Configuration): Promise<void> {
  const { log } = gateway
  try {
    const configuration = load()
    const report = await gateway.reload(configuration)
    if (report === undefined) {
      log.info('the configuration was read again: nothing has changed')
      return
    }
    const { tokens, providers, models, settings, atNextStart } = report
    log.info('the configuration was read again', { tokens, providers, models, settings })
    for (const warning of configuration.warnings) log.warn(warning)
    if (atNextStart.length > 0) log.warn('these keys have changed and count at the next start', { keys: atNextStart })
  } catch (error) {
    const message = error instanceof ConfigurationError ? error.message : 'the configuration cannot be used'
    gateway.cannotReload(message)
    log.error('the configuration was not reloaded: what counted before goes on', {
      detail: error instanceof Error ? error.message : String(error),
    })
  }
}
