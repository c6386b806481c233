import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { FakeUpstream } from '../e2e/gateway.js'
import { startProvider, type Script } from './provider.js'
import { password, ServedConsole } from './served-console.js'

/** Milliseconds for the start of a gateway and a browser where the machine is busy. */
export const startTime = 120_000

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
    readonly provider: FakeUpstream,
    readonly script: Script,
    private readonly served: ServedConsole,
  ) {}

  static async start(models: readonly object[] = usualModels, settings: Readonly<Record<string, unknown>> = {}): Promise<ConsoleUnderTest> {
    const script = { text: 'Hello **there**.' }
    const provider = await startProvider(script)
    const served = await ServedConsole.start({
      tokens: [
        { name: 'good', key: 'sk-good' },
        { name: 'narrow', key: 'sk-narrow', models: ['other'] },
        { name: 'spent', key: 'sk-spent', budget_usd: '0.000001', budget_per_day_usd: '5' },
        { name: 'daily', key: 'sk-daily', budget_per_day_usd: '0.000001' },
        { name: 'slow', key: 'sk-slow', requests_per_minute: 1 },
        { name: 'old', key: 'sk-expired', expires_at: '2020-01-01T00:00:00Z' },
      ],
      providers: [{ name: 'up', kind: 'openai', base_url: `${provider.address}/v1`, api_key: 'up-key' }],
      models,
      ...settings,
    })
    return new ConsoleUnderTest(provider, script, served)
  }

  get address(): string {
    return this.served.gateway.address
  }

  async setUpLink(): Promise<string> {
    return `${this.address}/console/set-up?code=${await this.served.setUpCode()}`
  }

  /** A page in a browser profile of its own. */
  async open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<OpenPage> {
    const context = await this.served.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options })
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
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByRole('heading', { name: 'Create your first token' }).waitFor()
  }

  async stop(): Promise<void> {
    await this.served.stop()
    await this.provider.stop()
  }
}

export const usualModels = ['fast', 'other'].map((name) => ({
  name,
  targets: [{ provider: 'up', model: 'up-model' }],
  price: { input_per_million_usd: '1', output_per_million_usd: '4' },
  ...(name === 'other' && { context_window: 32_000, modalities: ['text'] }),
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
