import type { Page } from 'playwright-core'
import { violations } from './axe.js'
import { inBrowser } from './in-browser.js'
import { ask, ConsoleUnderTest, startTime, type OpenPage } from './console.js'

/** Whether the page scrolls sideways. */
const scrollsSideways = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

inBrowser('accessibility', () => {
  let console: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
    open = await console.open('/')
  }, startTime)

  afterAll(() => console.stop())

  test('pages before a sign-in have no violation', async () => {
    const { page } = open
    for (const path of ['/', await console.setUpLink()]) {
      await page.goto(path.startsWith('http') ? path : console.address + path)
      await page.waitForLoadState('networkidle')
      await page.locator('h1').waitFor()
      expect(await violations(page)).toEqual([])
    }
  })

  test('pages after it, and the states of the playground, have none', async () => {
    const { page } = open
    await console.setUp(page)
    expect(await violations(page)).toEqual([])
    for (const path of ['account', 'convert', 'nowhere']) {
      await page.goto(`${console.address}/console/${path}`)
      await page.locator('h1').waitFor()
      await page.waitForTimeout(200)
      expect(await violations(page)).toEqual([])
    }
    await page.goto(`${console.address}/console/playground`)
    await page.getByText('Valid:').waitFor()
    expect(await violations(page)).toEqual([])
    console.script.text =
      '## A title\n\nSome `code`, [a link](https://a.test)\n\n```js\nconst a = "b" // c\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
    await page.getByText('Settings', { exact: true }).click()
    for (const name of ['Temperature', 'JSON schema', 'Tools']) await page.getByRole('checkbox', { name }).check()
    for (const text of ['Hi', 'fail', 'length', 'clock']) await ask(page, text)
    await page.locator('.hljs-keyword').first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Model' }).click()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Inspector' }).click()
    for (const part of ['Response', 'Trace', 'Request']) {
      await page.getByRole('radio', { name: part }).check()
      await page.waitForTimeout(300)
      expect(await violations(page)).toEqual([])
    }
    await page.getByRole('button', { name: 'View as code' }).click()
    await page.locator('.snippet').waitFor()
    expect(await violations(page)).toEqual([])
  }, 120_000)

  test('signed out and at 320 px nothing scrolls sideways, and there is no violation', async () => {
    const { page } = open
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/', '/console/playground', '/console/account', '/console/convert', '/console/first-token']) {
      await page.goto(console.address + path)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      await page.waitForTimeout(200)
      expect(`${path} ${String(await scrollsSideways(page))}`).toBe(`${path} false`)
      expect(await violations(page)).toEqual([])
    }
    await page.route('**/api/console/models', (route) => route.fulfill({ json: { data: [] } }))
    await page.goto(`${console.address}/console/playground`)
    await page.getByText('Add these lines').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    const message = await page.getByRole('textbox', { name: 'Message' }).boundingBox()
    expect((message?.x ?? 0) + (message?.width ?? 0)).toBeLessThanOrEqual(320)
    await page.unroute('**/api/console/models')
    await page.goto(`${console.address}/console/playground`)
    await ask(page, 'Hi')
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('button', { name: 'fast' }).click()
    await page.getByRole('dialog', { name: 'Settings' }).getByLabel('Style').selectOption({ label: 'Messages' })
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  }, 120_000)
})
