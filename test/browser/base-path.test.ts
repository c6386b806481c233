import type { Page } from 'playwright-core'
import { ask, ConsoleUnderTest, startTime, usualModels, type OpenPage } from './console.js'
import { inBrowser } from './in-browser.js'

inBrowser('below a base path', () => {
  let console: ConsoleUnderTest
  let open: OpenPage
  /** Requests outside of the base path, and those that were refused. */
  const wrong: string[] = []

  beforeAll(async () => {
    console = await ConsoleUnderTest.start(usualModels, { server: { port: 0, base_path: '/ai/gateway' } })
    open = await console.open('/readyz', { permissions: ['clipboard-read', 'clipboard-write'] })
    watch(open.page)
  }, startTime)

  afterAll(() => console.stop())

  function watch(page: Page): void {
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!pathname.startsWith('/ai/gateway/') || response.status() >= 400) wrong.push(`${response.status()} ${pathname}`)
    })
  }

  test('the home page gives the whole address', async () => {
    const { page } = open
    await page.goto(`${console.address}/`)
    await page.getByText('The gateway accepts requests').waitFor()
    await page.getByRole('button', { name: 'Copy: the address for OpenAI', exact: true }).click()
    await page.getByText('Copied', { exact: true }).first().waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${console.address}/v1`)
    expect(await page.locator('#set-up a').getAttribute('href')).toBe('/ai/gateway/console/set-up')
  })

  test('set-up, a first token, the playground and each page work, also when they are loaded again', async () => {
    const { page, faults } = open
    await console.setUp(page)
    await page.goto(`${console.address}/console`)
    await page.getByText('Valid:').waitFor()
    expect(new URL(page.url()).pathname).toBe('/ai/gateway/console/playground')
    await ask(page, 'Hi')
    await page.locator('.markdown').getByText('there').waitFor()
    for (const name of ['Tokens', 'Usage', 'Requests', 'Models', 'Providers', 'Users and teams', 'Audit log', 'Status']) {
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await page.goto(`${console.address}/console/requests`)
    await page.locator('tbody a').first().click()
    await page.getByRole('heading', { name: 'Request', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Attempts' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/ai\/gateway\/console\/requests\/[\w-]+$/)
    await page.goto(`${console.address}/console/usage`)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).first().click()])
    expect(new URL(download.url()).pathname).toBe('/ai/gateway/api/admin/usage/export')
    expect(wrong).toEqual([])
    expect(faults).toEqual([])
  }, 120_000)

  test('a sign-in leads back to the page that was asked for', async () => {
    const { page } = open
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${console.address}/console/usage?range=7d`)
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill('four words of a sentence')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
    expect(page.url()).toBe(`${console.address}/console/usage?range=7d`)
    expect(wrong).toEqual([])
  }, 60_000)
})
