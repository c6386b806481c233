import { ConfigurationError, type Configuration } from '../config/index.js'
import { openStore, type Store } from '../store/store.js'

/** Opens the database of the configuration. Throws where it was made under another `secret_key`. */
export async function openOwnStore(configuration: Configuration, onLost: (error: Error) => void = () => undefined): Promise<Store> {
  const store = await openStore(configuration.database, { onLost })
  try {
    if (await store.isUnder(configuration.secret_key)) return store
    throw new ConfigurationError(
      'secret_key: expected the key under which the database was created: under another one its tokens are unknown; give the old key back, or take a new database',
    )
  } catch (error) {
    await store.close()
    throw error
  }
}
