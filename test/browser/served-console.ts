import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { makeInvite } from '../../src/access/accounts/invites.js'
import { startGateway, type RunningGateway } from '../../src/server/start.js'
import { openStore, type Store } from '../../src/store/store.js'
import { configurationFrom } from '../e2e/configuration.js'
import { launch } from './chromium.js'

/** Of the accounts that tests make. */
export const password = 'four words of a sentence'
const secretKey = 'x'.repeat(43)
const consoleFolder = fileURLToPath(new URL('../../dist/console', import.meta.url))

/** A gateway with the built console, its database in memory, and a browser. */
export class ServedConsole {
  private constructor(
    readonly gateway: RunningGateway,
    private readonly store: Store,
    readonly browser: Browser,
  ) {}

  static async start(settings: Readonly<Record<string, unknown>>): Promise<ServedConsole> {
    if (!existsSync(consoleFolder)) throw new Error('There is no dist/console: node scripts/build.mjs makes it.')
    const configuration = configurationFrom({
      server: { port: 0 },
      database: 'memory',
      secret_key: secretKey,
      retries: { attempts: 1 },
      timeouts: { drain_delay_ms: 1, drain_ms: 500 },
      ...settings,
    })
    const store = await openStore(configuration.database)
    const gateway = await startGateway(configuration, {
      ...{ store, documents: new Map(), consoleFolder, version: '0.0.0' },
      logOutput: { write: () => true },
    })
    return new ServedConsole(gateway, store, await launch())
  }

  /** A code that makes the first account. */
  async setUpCode(): Promise<string> {
    const { code } = await makeInvite({ kept: this.store.invites, secretKey, now: Date.now(), randomBytes })
    return code
  }

  async stop(): Promise<void> {
    await this.browser.close()
    await this.gateway.stop()
    await this.store.close()
  }
}
