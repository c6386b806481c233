import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { makeInvite } from '../../src/access/accounts/invites.js'
import { startGateway, type RunningGateway } from '../../src/server/start.js'
import { openStore, type Store } from '../../src/store/store.js'
import { configurationFrom } from '../e2e/configuration.js'
import type { FakeUpstream } from '../e2e/gateway.js'
import { launch } from './chromium.js'
import { startProvider, type Script } from './provider.js'

/** Milliseconds for the start of a gateway and a browser where the machine is busy. */
export const startTime = 120_000

export const password = 'four words of a sentence'
const secretKey = 'x'.repeat(43)
const consoleFolder = fileURLToPath(new URL('../../dist/console', import.meta.url))

/** A page of the console with what went wrong on it. */
export interface OpenPage {
  readonly page: Page
  /** Errors of scripts, violations of the content security policy, requests to other hosts. */
  readonly faults: readonly string[]
  readonly context: BrowserContext
}

/** A gateway with the built console, a scripted provider and a browser. */
export class ConsoleUnderTest {
  private constructor(
    readonly address: string,
    readonly provider: FakeUpstream,
    readonly script: Script,
    private readonly gateway: RunningGateway,
    private readonly store: Store,
    private readonly browser: Browser,
  ) {}

  static async start(models: readonly object[] = usualModels): Promise<ConsoleUnderTest> {
    const script = { text: 'Hello **there**.' }
    const provider = await startProvider(script)
    const configuration = configurationFrom({
      server: { port: 0 },
      database: 'memory',
      secret_key: secretKey,
      tokens: [
        { name: 'good', key: 'sk-good' },
        { name: 'narrow', key: 'sk-narrow', models: ['other'] },
        { name: 'spent', key: 'sk-spent', budget_usd: '0.000001' },
        { name: 'slow', key: 'sk-slow', requests_per_minute: 1 },
      ],
      providers: [{ name: 'up', kind: 'openai', base_url: `${provider.address}/v1`, api_key: 'up-key' }],
      models,
      retries: { attempts: 1 },
      timeouts: { drain_delay_ms: 1, drain_ms: 500 },
    })
    const store = await openStore(configuration.database)
    const gateway = await startGateway(configuration, { store, documents: new Map(), consoleFolder, logOutput: { write: () => true } })
    return new ConsoleUnderTest(gateway.address, provider, script, gateway, store, await launch())
  }

  async setUpLink(): Promise<string> {
    const { code } = await makeInvite({ kept: this.store.invites, secretKey, now: Date.now(), randomBytes })
    return `${this.address}/console/set-up?code=${code}`
  }

  /** A page in a browser profile of its own. */
  async open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<OpenPage> {
    const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options })
    return { ...(await this.openIn(context, path)), context }
  }

  async openIn(context: BrowserContext, path: string): Promise<OpenPage> {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted Type/i.test(message.text())) faults.push(message.text())
    })
    page.on('dialog', (dialog) => {
      faults.push(`a script opened a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(this.address) && !/^(?:data|blob):/.test(request.url()))
        faults.push(`outside request: ${request.url()}`)
    })
    await page.goto(path.startsWith('http') ? path : this.address + path)
    return { page, faults, context }
  }

  /** The first account, made by its page; leaves the page signed in. */
  async setUp(page: Page): Promise<void> {
    await page.goto(await this.setUpLink())
    await page.getByLabel('Name').fill('ada')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Make the account' }).click()
    await page.getByRole('heading', { name: 'Create your first token' }).waitFor()
  }

  async stop(): Promise<void> {
    await this.browser.close()
    await this.gateway.stop()
    await this.store.close()
    await this.provider.stop()
  }
}

const usualModels = ['fast', 'other'].map((name) => ({
  name,
  targets: [{ provider: 'up', model: 'up-model' }],
  price: { input_per_million_usd: '1', output_per_million_usd: '4' },
}))

/** Sends a message, and resolves when its answer has ended. */
export async function ask(page: Page, text: string): Promise<void> {
  const answers = page.getByRole('article', { name: 'Answer' })
  const before = await answers.count()
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await answers.nth(before).waitFor()
  await page.locator('.conversation[aria-busy="false"]').waitFor()
}
