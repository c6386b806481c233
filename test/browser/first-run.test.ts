import { until } from '../e2e/waiting.js'
import { inBrowser } from './in-browser.js'
import { ask, ConsoleUnderTest, startTime, type OpenPage } from './console.js'
import { password } from './served-console.js'

inBrowser('the first minutes', () => {
  let console: ConsoleUnderTest
  let first: OpenPage

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
    first = await console.open('/')
  }, startTime)

  afterAll(() => console.stop())

  test('the home page says that nobody has an account yet', async () => {
    await first.page.getByText('Nobody has an account here yet').waitFor()
  })

  test('a name that is typed before the link is known stays', async () => {
    const { page, context } = await console.open('/')
    const typed = Promise.withResolvers<undefined>()
    await page.route('**/api/console/invite', async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.goto(await console.setUpLink())
    await page.getByLabel('Name').fill('ada')
    typed.resolve(undefined)
    await page.getByLabel('Code').waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Name').inputValue()).toBe('ada')
    await context.close()
  })

  test('set-up, the first token, shown once, and the playground with it', async () => {
    const { page } = first
    await console.setUp(page)
    expect(page.url()).not.toContain('code=')
    await page.getByRole('button', { name: 'Create the token' }).click()
    const key = (await page.locator('.secret code').textContent()) ?? ''
    expect(key).toMatch(/^sk-aw-/)
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('Valid: first').waitFor()
    await ask(page, 'Hi')
    await page.getByRole('article', { name: 'Answer' }).getByText('there').waitFor()
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, location.href])')).not.toContain(key.slice(6))
    expect(await page.content()).not.toContain(key.slice(6))
  })

  test('another token is offered a name that is not taken', async () => {
    const { page } = first
    await page.goto(`${console.address}/console/first-token`)
    await until('the name is another one', async () => (await page.getByLabel('Name').inputValue()) === 'second')
    await page.getByRole('button', { name: 'Create the token' }).click()
    await page.locator('.secret code').waitFor()
  })

  test('signed out, a page leads to sign-in and back', async () => {
    const { page } = first
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${console.address}/console/models?x=1`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('401').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Models' }).waitFor()
    expect(page.url()).toBe(`${console.address}/console/models?x=1`)
  })

  test('a session that ends asks to sign in again over the page, which keeps what is on it', async () => {
    const { page, context } = first
    await page.goto(`${console.address}/console/playground`)
    await ask(page, 'Hi')
    await context.clearCookies()
    await page.getByRole('link', { name: 'Models' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('fast').first().waitFor()
    await page.getByRole('link', { name: 'Playground' }).click()
    await page.getByRole('article', { name: 'Answer' }).getByText('there').waitFor()
  })

  test('the account lists the sessions by their browsers, with the browsers’ own texts', async () => {
    const { page } = first
    await page.goto(`${console.address}/console/account`)
    const session = await page.getByRole('row', { name: /This session/ }).innerText()
    expect(session).toContain('Chrome on Linux')
    expect(session).toContain('AppleWebKit')
  })

  test('nothing went wrong on these pages', () => {
    expect(first.faults).toEqual([])
  })
})
