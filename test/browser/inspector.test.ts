import { ask, ConsoleUnderTest, startTime, type OpenPage } from './console.js'
import { inBrowser } from './in-browser.js'

inBrowser('what happened to a request', () => {
  let console: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
    open = await console.open('/')
    await console.setUp(open.page)
  }, startTime)

  afterAll(() => console.stop())

  test('the inspector has the four panes of a lossy pair, with the losses at their places', async () => {
    const { page, faults } = open
    await page.goto(`${console.address}/console/playground`)
    await page.getByText('Valid:').waitFor()
    await page.getByLabel('Style').selectOption('generate-content')
    await page.getByText('Settings', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Reasoning' }).check()
    await ask(page, 'Hi')
    await page.keyboard.press('Control+.')
    await page.getByLabel('Body of the request').getByText('"thinkingBudget": 4096').waitFor()
    await page.getByText('headers', { exact: false }).first().click()
    expect(await page.getByLabel('Headers').first().textContent()).toMatch(/x-goog-api-key: sk-aw-.{6}…/)
    await page.getByRole('radio', { name: 'Response' }).check()
    await page.getByLabel('Events of the reply').getByText('candidates').first().waitFor()
    await page.getByRole('radio', { name: 'Trace' }).check()
    const marks = page.getByLabel("Body of the client's request").locator('mark')
    await marks.getByText('"thinkingBudget": 4096').waitFor()
    await page.getByLabel("Body of the provider's request").getByText('"reasoning_effort": "medium"').waitFor()
    await page.getByLabel('Losses').getByText('/generationConfig/thinkingConfig/thinkingBudget').waitFor()
    await page.getByLabel('Reply of the provider').getByText('chat.completion.chunk').first().waitFor()
    await page.getByLabel('Reply to the client').getByText('candidates').first().waitFor()
    expect(await page.locator('.trace').textContent()).not.toContain('up-key')
    expect(faults).toEqual([])
  })

  test('the convert page shows the request in another style and what is lost', async () => {
    const { page, faults } = open
    await page.goto(`${console.address}/console/convert`)
    await page.getByRole('button', { name: 'Convert' }).click()
    await page.getByLabel('Converted').getByText('"max_tokens"').waitFor()
    await page.getByLabel('Before the conversion, with the losses').locator('mark', { hasText: '"seed": 7' }).waitFor()
    await page.getByLabel('JSON').fill('{')
    await page.getByRole('button', { name: 'Convert' }).click()
    await page.getByText('This is no JSON object').waitFor()
    expect(faults).toEqual([])
  })
})
