import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServerResponse } from 'node:http'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream } from '../e2e/gateway.js'
import { password, ServedConsole } from './served-console.js'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** Texts that run a script where they are taken for HTML; each calls `stolen()`. */
export const hostileTexts = [
  '<img/src=x/onerror=stolen()>',
  '"><script>stolen()</script>',
  "';stolen();'",
  '<svg/onload=stolen()>',
  '{{constructor.constructor("stolen()")()}}',
  'javascript:stolen()',
]

/** A gateway with its console in front of a provider, and a browser in which the owner is signed in. */
export class ConsoleGateway {
  private constructor(
    readonly upstream: FakeUpstream,
    private readonly served: ServedConsole,
    readonly context: BrowserContext,
    /** What pages complained of: errors of scripts and of the policy, texts that ran, requests to other hosts. */
    readonly complaints: string[],
  ) {}

  static async start(settings: Readonly<Record<string, unknown>> = {}): Promise<ConsoleGateway> {
    const upstream = await new FakeUpstream().start()
    upstream.reply = (_call, response) => answerChat(response)
    const served = await ServedConsole.start({
      providers: [{ name: 'up', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key-1234' }],
      models: [
        {
          name: 'fast',
          targets: [{ provider: 'up', model: 'gpt-x' }],
          price: { input_per_million_usd: '3', output_per_million_usd: '15' },
        },
      ],
      ...settings,
    })
    const context = await served.browser.newContext({ viewport: { width: 1280, height: 900 } })
    const one = new ConsoleGateway(upstream, served, context, [])
    await one.#watch()
    await one.post('/api/console/set-up', { code: await served.setUpCode(), name: 'owner', password })
    return one
  }

  get gateway(): RunningGateway {
    return this.served.gateway
  }

  get browser(): Browser {
    return this.served.browser
  }

  async #watch(): Promise<void> {
    await this.context.exposeFunction('stolen', () => this.complaints.push('a text ran as a script'))
    await this.context.route('**', (route) => {
      if (new URL(route.request().url()).origin === this.gateway.address) return route.continue()
      this.complaints.push(`a request to ${route.request().url()}`)
      return route.abort()
    })
    this.context.on('page', (page) => {
      page.on('pageerror', (error) => this.complaints.push(error.message))
      page.on('console', (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) this.complaints.push(message.text())
      })
    })
  }

  /** A call of the console's own API, as a page makes it. */
  async post(path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
    const session = await (await this.context.request.get(`${this.gateway.address}/api/console/session`)).json()
    const csrf = session.csrf_token === undefined ? {} : { 'x-anywire-csrf': session.csrf_token }
    const response = await this.context.request.post(this.gateway.address + path, {
      data: body,
      headers: { origin: this.gateway.address, ...csrf },
    })
    const reply = await response.json()
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${JSON.stringify(reply)}`)
    return reply
  }

  async open(path: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(this.gateway.address + path, { waitUntil: 'networkidle' })
    return page
  }

  /** A request to the fast model, or to another one. */
  ask(key: string, body: Readonly<Record<string, unknown>> = {}): Promise<Response> {
    return fetch(`${this.gateway.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: 'fast', messages: [{ role: 'user', content: 'Hello' }], ...body }),
    })
  }

  async stop(): Promise<void> {
    await this.served.stop()
    await this.upstream.stop()
  }
}

export function answerChat(response: ServerResponse): void {
  const message = { role: 'assistant', content: 'Hello there.', refusal: null }
  const usage = { prompt_tokens: 1200, completion_tokens: 80, total_tokens: 1280 }
  const choices = [{ index: 0, message, finish_reason: 'stop', logprobs: null }]
  const reply = { id: 'c', object: 'chat.completion', created: 1, model: 'gpt-x', choices, usage }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
}

/** What axe finds wrong in the page as it is, one line each. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run({ resultTypes: ['violations'] })`,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
