import { randomBytes } from 'node:crypto'
import type { Configuration } from '../../config/index.js'
import { startGateway } from '../../server/start.js'
import { contractFolder, Documents } from '../documents.js'
import { openOwnStore } from '../own-store.js'

export interface GatewayAlone {
  readonly address: string
  /** Of its admin API, for this one command. */
  readonly key: string
  stop(): Promise<void>
}

/** The gateway of the configuration in this process, for one command: on a free port of this machine, without log or announcement. */
export async function startAlone(configuration: Configuration, command: string): Promise<GatewayAlone> {
  const store = await openOwnStore(configuration)
  const key = randomBytes(32).toString('hex')
  const { socket: _socket, public_url: _address, ...server } = configuration.server
  try {
    const gateway = await startGateway(
      {
        ...configuration,
        server: { ...server, host: '127.0.0.1', port: 0, base_path: '' },
        admin: { ...configuration.admin, key },
        providers: configuration.providers.map((provider) => (provider.kind === 'local' ? { ...provider, base_url: nowhere } : provider)),
        webhooks: [],
        timeouts: { ...configuration.timeouts, drain_delay_ms: 0 },
      },
      { store, documents: new Documents(), contractFolder, command, logOutput: { write: () => true } },
    )
    return {
      address: gateway.address,
      key,
      stop: async () => {
        await gateway.stop()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The model of this machine is not started for a command. */
const nowhere = 'http://127.0.0.1:9/v1'
