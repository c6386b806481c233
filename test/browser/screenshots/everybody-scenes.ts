import type { Page } from 'playwright-core'
import { ask, type ConsoleUnderTest } from '../console.js'

/** A page or state that everybody sees. */
export interface OpenScene {
  readonly name: string
  /** From the root, unlike that of an operator's scene. */
  readonly path: string
  /** Before the page is opened: what the gateway then does. */
  readonly before?: (page: Page) => Promise<void>
  readonly prepare?: (page: Page, console: ConsoleUnderTest) => Promise<void>
}

export const visitorScenes: readonly OpenScene[] = [
  { name: 'home', path: '/' },
  { name: 'sign-in', path: '/console/sign-in' },
  {
    name: 'sign-in-wrong',
    path: '/console/sign-in',
    prepare: async (page) => {
      await page.getByLabel('Name').fill('ada')
      await page.getByLabel('Password').fill('not this one')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'sign-in-throttled',
    path: '/console/sign-in',
    prepare: async (page) => {
      await page.route('**/api/console/sign-in', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '60' },
          json: { title: 'Too many requests', status: 429, detail: 'There were too many wrong passwords.', code: 'rate_limited' },
        }),
      )
      await page.getByLabel('Name').fill('ada')
      await page.getByLabel('Password').fill('not this one')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'set-up-done', path: '/console/set-up' },
  { name: 'set-up-used-link', path: '/console/set-up?code=AAAA-AAAA' },
]

const answer = `Three rivers, with where they end:

| river | ends in |
|---|---|
| Danube | the **Black Sea** |
| Rhine | the North Sea |
| Loire | the Atlantic |

\`\`\`python
rivers = ["Danube", "Rhine", "Loire"]
print(", ".join(rivers))  # in one line
\`\`\`
`

const say =
  (...texts: readonly string[]) =>
  async (page: Page, console: ConsoleUnderTest): Promise<void> => {
    console.script.text = answer
    for (const text of texts) await ask(page, text)
    await page.waitForTimeout(300)
  }

const openPanel = async (page: Page): Promise<void> => {
  const sheet = page.locator('.sheet-button')
  if (await sheet.isVisible()) await sheet.click()
}

const paste =
  (key: string, texts: readonly string[] = ['Name three rivers.']) =>
  async (page: Page, console: ConsoleUnderTest): Promise<void> => {
    await openPanel(page)
    await page.getByLabel('Token', { exact: true }).last().selectOption('pasted')
    await page.getByLabel('Pasted token').last().fill(key)
    await page.waitForTimeout(900)
    if (await page.locator('.sheet[open]').isVisible()) await page.keyboard.press('Escape')
    await say(...texts)(page, console)
  }

const inspect =
  (part: string, larger: boolean) =>
  async (page: Page, console: ConsoleUnderTest): Promise<void> => {
    await openPanel(page)
    await page.getByLabel('Style').last().selectOption('generate-content')
    await page.getByText('Settings', { exact: true }).last().click()
    await page.getByRole('checkbox', { name: 'Reasoning' }).last().check()
    if (await page.locator('.sheet[open]').isVisible()) await page.keyboard.press('Escape')
    await say('Name three rivers.')(page, console)
    await page.getByRole('button', { name: 'Inspector' }).click()
    await page.getByRole('radio', { name: part }).check()
    if (larger) await page.getByRole('button', { name: 'Larger' }).click()
    await page.waitForTimeout(500)
  }

const playground = '/console/playground'

export const userScenes: readonly OpenScene[] = [
  { name: 'playground-empty', path: playground },
  { name: 'playground', path: playground, prepare: say('Name three rivers.') },
  { name: 'playground-tool-call', path: playground, prepare: say('What time is it in Lisbon? Use the clock.') },
  { name: 'playground-cut-off', path: playground, prepare: say('length') },
  { name: 'playground-failed', path: playground, prepare: say('fail') },
  { name: 'playground-broken-off', path: playground, prepare: say('break') },
  {
    name: 'playground-waiting',
    path: playground,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('silence')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(1500)
    },
  },
  {
    name: 'playground-streaming',
    path: playground,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('slow')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(1500)
    },
  },
  {
    name: 'playground-stopped',
    path: playground,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('slow')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(800)
      await page.getByRole('button', { name: 'Stop' }).click()
    },
  },
  {
    name: 'playground-settings',
    path: playground,
    prepare: async (page) => {
      await openPanel(page)
      await page.getByText('Settings', { exact: true }).last().click()
      for (const name of ['Temperature', 'Reasoning', 'JSON schema']) await page.getByRole('checkbox', { name }).last().check()
    },
  },
  {
    name: 'playground-models',
    path: playground,
    prepare: async (page) => {
      await openPanel(page)
      await page.getByRole('combobox', { name: 'Model' }).last().click()
    },
  },
  {
    name: 'playground-code',
    path: playground,
    prepare: async (page, console) => {
      await say('Name three rivers.')(page, console)
      await openPanel(page)
      await page.getByRole('button', { name: 'View as code' }).last().click()
      await page.locator('.snippet').waitFor()
    },
  },
  { name: 'playground-unknown-token', path: playground, prepare: paste('sk-unknown') },
  { name: 'playground-forbidden-model', path: playground, prepare: paste('sk-narrow') },
  { name: 'playground-out-of-budget', path: playground, prepare: paste('sk-spent') },
  { name: 'playground-rate-limited', path: playground, prepare: paste('sk-slow', ['Name three rivers.', 'And two more.']) },
  {
    name: 'playground-sent-offline',
    path: playground,
    prepare: async (page, console) => {
      await page.route('**/v1/**', (route) => route.abort('connectionrefused'))
      await page.route('**/readyz', (route) => route.abort('connectionrefused'))
      await say('Name three rivers.')(page, console)
    },
  },
  {
    name: 'playground-session-ended',
    path: playground,
    prepare: async (page, console) => {
      await say('Name three rivers.')(page, console)
      await page.route('**/api/console/traces/**', (route) => route.fulfill({ status: 401, json: { title: 'Unauthorized', status: 401 } }))
      await page.getByRole('button', { name: 'Inspector' }).click()
      await page.getByRole('radio', { name: 'Trace' }).check()
      await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    },
  },
  { name: 'inspector-request', path: playground, prepare: inspect('Request', false) },
  { name: 'inspector-response', path: playground, prepare: inspect('Response', false) },
  { name: 'inspector-trace', path: playground, prepare: inspect('Trace', true) },
  { name: 'keys', path: playground, prepare: (page) => page.keyboard.press('?') },
  {
    name: 'go-to',
    path: playground,
    prepare: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('to')
    },
  },
  {
    name: 'menu',
    path: playground,
    prepare: async (page) => {
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
    },
  },
  { name: 'first-token', path: '/console/first-token' },
  { name: 'account', path: '/console/account' },
  {
    name: 'convert',
    path: '/console/convert',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Convert' }).click()
      await page.getByText('Where it was lost').waitFor()
    },
  },
]
