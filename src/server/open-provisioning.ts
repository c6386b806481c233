import { dirname } from 'node:path'
import type { Configuration } from '../config/configuration.js'
import { readEnvironment } from '../config/load.js'
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
