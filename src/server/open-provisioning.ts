import { dirname } from 'node:path'
import type { Configuration } from '../config/configuration.js'
import { readEnvironment } from '../config/load.js'
import type { Log } from '../observability/log.js'
import { namesOfFile } from '../provisioning/effective.js'
import { Provisioning, type StoredRows } from '../provisioning/provisioning.js'
import { EntryForm } from '../provisioning/stored-entry.js'
import { Vault } from '../secrets/vault.js'
import type { Store } from '../store/store.js'

/** The providers and models of the file and of the database. `use` gets each other configuration that counts from then on. */
export async function openProvisioning(
  configuration: Configuration,
  store: Store,
  use: (configuration: Configuration) => void,
): Promise<Provisioning> {
  const { file, secret_key: secretKey } = configuration
  // Entries of the database have the proxies and the folder that the file's have.
  const directory = file === undefined ? process.cwd() : dirname(file)
  const form = new EntryForm(new Vault(secretKey), { environment: readEnvironment(process.env, directory), directory })
  return new Provisioning({ configuration, form, rows: await storedRows(store), use })
}

export async function storedRows(store: Store): Promise<StoredRows> {
  return { providers: await store.providers.all(), models: await store.models.all() }
}

/** Says in the log which stored providers and models do not count. */
export function tellUnused({ file, providers, models }: Provisioning, log: Log): void {
  const taken = namesOfFile(file)
  const lists = [
    ['provider', providers, taken.providers],
    ['model', models, taken.models],
  ] as const
  for (const [object, stored, ofFile] of lists)
    for (const { name, problem } of stored.values()) {
      if (ofFile.has(name)) log.warn(`a ${object} that the admin API made does not count: the configuration file has its name`, { name })
      else if (problem !== undefined) log.warn(`a ${object} that the admin API made cannot be used`, { name, problem })
    }
}
