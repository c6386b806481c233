// What is around the pages of the console: navigation, jump list, colours, the account.
import type { Page } from 'playwright-core'
import { inBrowser } from './in-browser.js'
import { ConsoleUnderTest, startTime, type OpenPage } from './console.js'
import { password } from './served-console.js'

inBrowser('around the pages', () => {
  let console: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
    open = await console.open('/')
  }, startTime)

  afterAll(() => console.stop())

  test('set-up: a password that is too short or common is refused, in words; one may be pasted', async () => {
    const { page } = open
    await page.goto(await console.setUpLink())
    await page.getByLabel('Name').fill('ada')
    const field = page.getByRole('textbox', { name: 'Password' })
    await field.fill('elevenchars')
    await page.getByText('1 more character needed.').waitFor()
    await page.getByRole('button', { name: 'Create the account' }).click()
    expect(page.url()).toContain('/console/set-up')
    await field.fill('passwordpassword')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByRole('alert').getByText('400').waitFor()
    await field.fill(password)
    await page.getByText('Strong.').waitFor()
    expect(await field.getAttribute('autocomplete')).toBe('new-password')
    expect(await field.evaluate((element) => element.dispatchEvent(new Event('paste', { cancelable: true, bubbles: true })))).toBe(true)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByRole('heading', { name: 'Create your first token' }).waitFor()
    await page.getByLabel('Name').fill('ci-first')
    await page.getByRole('button', { name: 'Create the token' }).click()
    await page.locator('.secret').waitFor()
  })

  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).boundingBox()
    return box === null ? undefined : { x: box.x, width: box.width }
  }

  test('a rail of 220 px with words beside each icon; below 900 px a bar with a menu', async () => {
    const { page } = open
    await page.goto(`${console.address}/console/playground`)
    await page.getByText('Valid:').waitFor()
    expect(await boxOf(page, 'aside.rail')).toEqual({ x: 0, width: 220 })
    expect(await boxOf(page, 'aside.settings-panel')).toEqual({ x: 220, width: 300 })
    const rail = page.getByRole('navigation', { name: 'Console' })
    const names = ['Playground', 'Tokens', 'Usage', 'Requests', 'Models', 'Providers']
    for (const name of names) await rail.getByRole('link', { name, exact: true }).waitFor()
    const icons = await rail
      .locator('a')
      .evaluateAll((links) => links.map((link) => [link.querySelector('svg') !== null, link.textContent !== '']))
    for (const icon of icons) expect(icon).toEqual([true, true])
    const foot = page.locator('.rail-foot')
    for (const text of ['ada', 'Sign out', 'System', 'Light', 'Dark']) await foot.getByText(text, { exact: true }).waitFor()
    await page.setViewportSize({ width: 900, height: 800 })
    expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
    await page.setViewportSize({ width: 899, height: 800 })
    expect(await page.locator('aside.rail').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Tokens', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the jump list leads to pages, models, tokens that exist, and requests by their ids', async () => {
    const { page } = open
    const type = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Page, model, token or request id' }).fill(text)
    }
    const jump = (name: string) => page.getByRole('option', { name, exact: true })
    await type('usa')
    await jump('Usage page').waitFor()
    await page.keyboard.press('Escape')
    await type('fas')
    await jump('fast model').waitFor()
    await page.keyboard.press('Escape')
    await type('req_0123456789')
    await jump('req_0123456789 request').waitFor()
    await page.keyboard.press('Escape')
    await type('ci-f')
    await jump('ci-first token').waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'ci-first' }).waitFor()
    await type('no-such-name')
    await page.getByRole('status').getByText('Nothing has this name', { exact: true }).waitFor()
    expect(await page.getByRole('option').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    // Enter before the tokens are there counts when they have come.
    await page.goto(`${console.address}/console/usage`)
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
    const entered = Promise.withResolvers<undefined>()
    await page.route(/\/api\/admin\/tokens\?contains=/, (route) => entered.promise.then(() => route.continue()))
    await type('ci-f')
    await page.keyboard.press('Enter')
    entered.resolve(undefined)
    await page.getByRole('heading', { level: 1, name: 'ci-first' }).waitFor()
    await page.unroute(/\/api\/admin\/tokens\?contains=/)
  })

  test('the colours are those of the system, or the chosen ones, which stay', async () => {
    const { page } = open
    const scheme = (): Promise<unknown> => page.evaluate('getComputedStyle(document.documentElement).colorScheme')
    const ground = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await ground()
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await ground()
    expect(dark).not.toBe(light)
    await page.locator('.rail-foot').getByRole('radio', { name: 'Light' }).check()
    expect([await ground(), await scheme()]).toEqual([light, 'light'])
    await page.reload()
    await page.locator('.rail-foot').waitFor()
    expect(await ground()).toBe(light)
    await page.goto(console.address)
    expect(await scheme()).toBe('light')
    await page.goto(`${console.address}/console/account`)
    await page.locator('.rail-foot').getByRole('radio', { name: 'System' }).check()
    expect(await ground()).toBe(dark)
  })

  test('the account: other sessions are listed and ended, one by one and everywhere', async () => {
    const { page } = open
    const other = await console.open('/console/sign-in')
    await other.page.getByLabel('Name').fill('ada')
    await other.page.getByLabel('Password').fill(password)
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await other.page.getByText('Valid:').waitFor()
    await page.goto(`${console.address}/console/account`)
    await page.getByRole('button', { name: /^End it/ }).click()
    await page.getByRole('button', { name: /^End it/ }).waitFor({ state: 'detached' })
    await other.page.goto(`${console.address}/console/tokens`)
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const session = await page.context().request.get(`${console.address}/api/console/session`)
    expect((await session.json())['state']).toBe('signed_out')
    expect([...open.faults, ...other.faults]).toEqual([])
    await other.context.close()
  })
})
