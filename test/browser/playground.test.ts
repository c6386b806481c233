import { until } from '../e2e/waiting.js'
import { inBrowser } from './in-browser.js'
import { ask, ConsoleUnderTest, startTime, type OpenPage } from './console.js'
import { dot } from './provider.js'

inBrowser('the playground', () => {
  let console: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
    open = await console.open('/')
    await console.setUp(open.page)
  }, startTime)

  afterAll(() => console.stop())

  beforeEach(async () => {
    console.script.text = 'Hello **there**.'
    await open.page.evaluate('localStorage.clear()')
    await open.page.goto(`${console.address}/console/playground`)
    await open.page.getByText('Valid:').waitFor()
  })

  afterEach(() => {
    expect(open.faults).toEqual([])
  })

  const lastAnswer = () => open.page.getByRole('article', { name: 'Answer' }).last()

  test('a model that is known to take no pictures is offered none', async () => {
    const { page } = open
    const model = page.getByRole('combobox', { name: 'Model' })
    await page.getByRole('button', { name: 'Picture' }).waitFor()
    await model.click()
    await page.getByRole('option', { name: 'other 32k context · text' }).click()
    await page.getByRole('button', { name: 'Picture' }).waitFor({ state: 'detached' })
    await model.click()
    await page.getByRole('option', { name: 'fast' }).click()
    await page.getByRole('button', { name: 'Picture' }).waitFor()
  })

  test.each(['Chat completions', 'Messages', 'Responses', 'Generate content'])(
    '%s: streamed, with tokens, cost, times and the id; whole; with reasoning and a tool call',
    async (style) => {
      const { page } = open
      await page.getByLabel('Style').selectOption({ label: style })
      await ask(page, 'Hi')
      await lastAnswer().locator('strong', { hasText: 'there' }).waitFor()
      await lastAnswer()
        .getByText(/first token · .* total · 41 → 118 tokens · \$0\.0005/)
        .waitFor()
      await lastAnswer().getByText(/^req_/).waitFor()

      await page.getByText('Settings', { exact: true }).click()
      await page.getByLabel('Stream').uncheck()
      await ask(page, 'Hi')
      await lastAnswer().locator('strong', { hasText: 'there' }).waitFor()
      await lastAnswer().getByText('41 → 118 tokens').waitFor()

      await page.getByLabel('Stream').check()
      await page.getByRole('checkbox', { name: 'Tools' }).check()
      await ask(page, 'clock')
      await lastAnswer().getByText('Tool call clock').click()
      await lastAnswer().getByText('"zone": "Europe/Lisbon"').waitFor()
      await lastAnswer()
        .getByText(/^Reasoning/)
        .waitFor()
      await page.getByLabel('Result of clock').fill('12:00')
      await page.getByRole('button', { name: 'Send the result' }).click()
      await lastAnswer().locator('strong', { hasText: 'there' }).waitFor()
    },
  )

  test.each(['Chat completions', 'Messages', 'Responses', 'Generate content'])(
    '%s: Stop keeps what came, and the provider is left',
    async (style) => {
      const { page } = open
      await page.getByLabel('Style').selectOption({ label: style })
      await page.getByRole('textbox', { name: 'Message' }).fill('slow')
      await page.keyboard.press('Enter')
      await lastAnswer().getByText('word word').waitFor()
      await page.getByRole('button', { name: 'Stop' }).click()
      await lastAnswer().getByText('Stopped by you').waitFor()
      expect(await lastAnswer().textContent()).toContain('word word')
      await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
      for (let tries = 0; tries < 100 && console.provider.calls.at(-1)?.aborted !== true; tries += 1) await page.waitForTimeout(20)
      expect(console.provider.calls.at(-1)?.aborted).toBe(true)
    },
  )

  test('the reader may scroll up while an answer comes, and a button leads back to its end', async () => {
    const { page } = open
    console.script.text = 'A line.\n\n'.repeat(60)
    await ask(page, 'Hi')
    await page.getByRole('textbox', { name: 'Message' }).fill('slow')
    await page.keyboard.press('Enter')
    await lastAnswer().getByText('word word').waitFor()
    const toEnd = (): Promise<number> => page.getByRole('log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)
    expect(await toEnd()).toBeLessThan(100)
    await page.getByRole('log').hover()
    await page.mouse.wheel(0, -600)
    await page.getByRole('button', { name: 'Jump to newest' }).waitFor()
    const length = async (): Promise<number> => (await lastAnswer().textContent())?.length ?? 0
    const before = await length()
    await until('more has come', async () => (await length()) > before + 100)
    expect(await toEnd()).toBeGreaterThan(300)
    await page.getByRole('button', { name: 'Jump to newest' }).click()
    expect(await toEnd()).toBeLessThan(100)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  })

  test.each([
    ['an unknown token', 'sk-unknown', /^Unknown token$/, 'Hi', /The token is unknown here/],
    ['an expired token', 'sk-expired', /^Expired token$/, 'Hi', /The token has expired\. Its owner or an admin can rotate it/],
    ['a token that may not use the model', 'sk-narrow', /Not allowed for the model fast/, 'Hi', /Choose another model/],
    ['a token without a budget left', 'sk-spent', /Valid|Out of budget/, 'Hi', /can raise it or top it up/],
  ])('%s is told in the strip and with the answer', async (_, key, strip, text, advice) => {
    const { page } = open
    await page.getByLabel('Token', { exact: true }).selectOption('pasted')
    await page.getByLabel('Pasted token').fill(key)
    await page.getByText(strip).first().waitFor()
    await ask(page, text)
    await lastAnswer().getByRole('alert').getByText(advice).waitFor()
    await lastAnswer().getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(key)
  })

  test('at a rate limit the time is counted down before the request can be sent again', async () => {
    const { page } = open
    await page.getByLabel('Token', { exact: true }).selectOption('pasted')
    await page.getByLabel('Pasted token').fill('sk-slow')
    await page.getByText('Valid: slow').waitFor()
    await ask(page, 'Hi')
    await ask(page, 'Hi')
    await lastAnswer()
      .getByText(/You can try again in \d+ s/)
      .waitFor()
    expect(await lastAnswer().getByRole('button', { name: 'Try again' }).isDisabled()).toBe(true)
  })

  test.each([
    ['length', /Cut off: the limit of tokens was reached/],
    ['content_filter', /Ended by the provider's content filter/],
    ['break', /The answer broke off/],
    ['fail', /Look at what was sent/],
  ])('an answer that ends with %s says so', async (said, words) => {
    await ask(open.page, said)
    await lastAnswer().getByText(words).first().waitFor()
    if (said === 'break') {
      expect(await lastAnswer().textContent()).toContain('Half an ans')
      await lastAnswer().getByRole('link', { name: 'Its entry in the log' }).waitFor()
    }
    if (said === 'length') {
      await lastAnswer().getByRole('button', { name: 'Continue' }).click()
      await open.page.getByRole('article', { name: 'You' }).getByText('Continue exactly where you stopped.').waitFor()
      await open.page.locator('.conversation[aria-busy="false"]').waitFor()
    }
    if (said === 'fail') {
      const block = lastAnswer().getByRole('alert')
      for (const part of ['400 · invalid_request_error', 'Hello **there**.']) await block.getByText(part).waitFor()
      for (const name of ['Copy: the request id', 'Try again']) await block.getByRole('button', { name }).waitFor()
      expect(await block.getByRole('link', { name: 'Its entry in the log' }).getAttribute('href')).toMatch(/^\/console\/requests\/req_/)
    }
  })

  test('a wait shows its seconds', async () => {
    const { page } = open
    await page.getByRole('textbox', { name: 'Message' }).fill('silence')
    await page.keyboard.press('Enter')
    await lastAnswer().getByText(/^1 s/).waitFor()
    await page.keyboard.press('Escape')
    await lastAnswer().getByText('Stopped by you').waitFor()
  })

  test('edit and send again, regenerate, delete from here', async () => {
    const { page } = open
    await ask(page, 'One')
    await page.getByRole('textbox', { name: 'Message' }).press('ArrowUp')
    await page.getByLabel('Edit your message').fill('Two')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.locator('.conversation[aria-busy="false"]').waitFor()
    await page.getByRole('article', { name: 'You' }).getByText('Two').waitFor()
    console.script.text = 'Another answer'
    await lastAnswer().getByRole('button', { name: 'Regenerate' }).click()
    await lastAnswer().getByText('Another answer').waitFor()
    expect(await page.getByRole('article').count()).toBe(2)
    await page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Delete from here' }).click()
    await page.getByText('try one of these').waitFor()
  })

  test('a picture is chosen, shown, sent in each style', async () => {
    const { page } = open
    const png = Buffer.from(dot, 'base64')
    for (const style of ['Chat completions', 'Messages', 'Responses', 'Generate content']) {
      await page.getByLabel('Style').selectOption({ label: style })
      await page.locator('input[type=file][accept^="image"]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png })
      await page.getByText('dot.png').waitFor()
      await ask(page, 'See this')
      await lastAnswer().locator('strong', { hasText: 'there' }).waitFor()
      expect(console.provider.calls.at(-1)?.body.toString()).toContain(png.toString('base64'))
    }
    await page
      .locator('input[type=file][accept^="image"]')
      .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await page.getByText('a.svg is no PNG').waitFor()
  })

  test('view as code, export and import', async () => {
    const { page } = open
    await ask(page, 'Say it')
    await page.getByRole('button', { name: 'View as code' }).click()
    const dialog = page.getByRole('dialog', { name: 'View as code' })
    await dialog.getByText('"content": "Say it"').waitFor()
    await dialog.getByRole('radio', { name: 'messages' }).check()
    await dialog.getByRole('radio', { name: 'Python' }).check()
    await dialog.getByText('from anthropic import').waitFor()
    await page.keyboard.press('Escape')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByText('try one of these').waitFor()
    await page.getByLabel('Conversation to import').setInputFiles(await download.path())
    await lastAnswer().locator('strong', { hasText: 'there' }).waitFor()
  })

  test('the gateway away: a banner, and what was written stays', async () => {
    const { page } = open
    await page.route('**/v1/**', (route) => route.abort('connectionrefused'))
    await page.route('**/readyz', (route) => route.abort('connectionrefused'))
    await page.getByRole('textbox', { name: 'Message' }).fill('Hi')
    await page.keyboard.press('Enter')
    await page.getByText('The gateway does not answer.').waitFor()
    await page.getByRole('article', { name: 'You' }).getByText('Hi').waitFor()
    await page.unroute('**/v1/**')
    await page.unroute('**/readyz')
    const calls = console.provider.calls.length
    await page.getByText('The gateway does not answer.').waitFor({ state: 'hidden' })
    // Nothing is sent again by itself.
    expect(console.provider.calls.length).toBe(calls)
    await lastAnswer().getByRole('button', { name: 'Try again' }).click()
    await lastAnswer().locator('strong', { hasText: 'there' }).waitFor()
  })
})
