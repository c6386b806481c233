import type { Configuration } from '../config/configuration.js'
import type { Log } from '../observability/log.js'
import type { Store } from '../store/store.js'
import { fileChanges } from './file-changes.js'
import { rememberFile } from './file-state.js'
import type { ReloadReport } from './reload.js'

interface FileHistoryOptions {
  readonly store: Pick<Store, 'auditLog' | 'fileState'>
  readonly log: Log
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
}

/** Writes changes of the configuration file to the audit log. A failure of the database is logged and ignored. */
export class FileHistory {
  constructor(private readonly options: FileHistoryOptions) {}

  /** The gateway starts with this file; the log says what differs from when one was read last. */
  started(configuration: Configuration): Promise<void> {
    const { store, log, now } = this.options
    return this.#write(async () => {
      const differing = await rememberFile(configuration, store, now(), true)
      if (differing !== undefined) log.info('the configuration file has changed since the last start', differing)
    })
  }

  readAgain(before: Configuration, after: Configuration, report: ReloadReport): Promise<void> {
    const { store, now } = this.options
    return this.#write(async () => {
      await store.auditLog.add(fileChanges(before, after, report, now()))
      await rememberFile(after, store, now(), false)
    })
  }

  async #write(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.options.onTrouble('what has changed in the configuration file cannot be written to the database', error)
    }
  }
}
