import { inBrowser } from './in-browser.js'
import { ConsoleUnderTest, startTime } from './console.js'

inBrowser('the console', () => {
  let console: ConsoleUnderTest

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
  }, startTime)

  afterAll(() => console.stop())

  test('with the keyboard alone: model, message, answer, inspector, another page', async () => {
    const { page } = await console.open('/')
    await console.setUp(page)
    await page.goto(`${console.address}/console/playground`)
    await page.getByText('Valid:').waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('oth')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('other')
    await page.getByRole('combobox', { name: 'Model' }).blur()
    await page.keyboard.press('/')
    await page.keyboard.type('Hi')
    await page.keyboard.press('Enter')
    await page.locator('.conversation[aria-busy="false"]').waitFor()
    await page.getByRole('article', { name: 'Answer' }).waitFor()
    await page.keyboard.press('Control+.')
    await page.getByRole('complementary', { name: 'Inspector' }).waitFor()
    await page.keyboard.press('Control+.')
    await page.getByText('Settings', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Single keys' }).uncheck()
    await page.getByRole('checkbox', { name: 'Single keys' }).blur()
    await page.keyboard.press('/')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY')
    // What is typed before the list of places has been loaded counts too.
    await page.route('**/jump-list-*.js', (route) => setTimeout(() => void route.continue(), 300))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('e')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('tok')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
    expect(await page.title()).toBe('Tokens · anywire')
  })
})
