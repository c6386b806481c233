// States of the playground that come from the token, the time, the models and the account.
import type { Locator, Page } from 'playwright-core'
import { inBrowser } from './in-browser.js'
import { ask, ConsoleUnderTest, startTime, type OpenPage } from './console.js'

inBrowser('states of the playground', () => {
  let console: ConsoleUnderTest
  let first: OpenPage
  let open: OpenPage

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
    first = await console.open('/')
    await console.setUp(first.page)
  }, startTime)

  afterAll(() => console.stop())

  beforeEach(async () => {
    console.script.text = 'Hello **there**.'
    open = await console.openIn(first.context, '/console/playground')
    await open.page.evaluate('localStorage.clear()')
    await open.page.reload()
    await open.page.getByText('Valid:').waitFor()
  })

  afterEach(async () => {
    expect(open.faults).toEqual([])
    await open.page.close()
  })

  const lastAnswer = (page: Page) => page.getByRole('article', { name: 'Answer' }).last()

  /** In seconds; fails where the browser cannot play it. */
  const durationOf = (sound: Locator): Promise<number> =>
    sound.evaluate(
      (audio) =>
        new Promise<number>((resolve, reject) => {
          const known = () => resolve(Number(Reflect.get(audio, 'duration')))
          if (Number(Reflect.get(audio, 'readyState')) > 0) return known()
          audio.addEventListener('loadedmetadata', known)
          audio.addEventListener('error', () => reject(new Error('The sound cannot be played')))
        }),
    )

  async function paste(page: Page, key: string): Promise<void> {
    await page.getByLabel('Token', { exact: true }).selectOption('pasted')
    await page.getByLabel('Pasted token').fill(key)
  }

  test.each([
    ['Chat completions', '/v1/chat/completions'],
    ['Messages', '/v1/messages'],
    ['Responses', '/v1/responses'],
    ['Generate content', '/v1beta/models/fast:streamGenerateContent'],
  ])('%s: a spent budget says which, since when and until when, and is no rate limit', async (style, path) => {
    const { page } = open
    await paste(page, 'sk-daily')
    await page.getByText('Valid: daily').waitFor()
    await page.getByLabel('Style').selectOption({ label: style })
    await Promise.all([page.waitForRequest((request) => new URL(request.url()).pathname === path), ask(page, 'Hi')])
    const block = lastAnswer(page).getByRole('alert')
    const [midnight, kind] = [String.raw`\d{4}-\d\d-\d\d 00:00 UTC`, String.raw`\$0 of \$0\.000001 of the token daily are spent`]
    await block.getByText(new RegExp(`${kind} since ${midnight}, it resets ${midnight}\\..* An admin can raise it`)).waitFor()
    expect(await block.textContent()).not.toMatch(/limit has room|You can try again in/)
    await block.getByRole('button', { name: 'Copy: the request id' }).waitFor()
    await block.getByRole('link', { name: 'Its entry in the log' }).waitFor()
  })

  test('the strip of a valid token has its expiry, its models, its budget, and what the rate limit leaves', async () => {
    const { page } = open
    const strip = page.getByRole('status', { name: 'State of the token' })
    await paste(page, 'sk-slow')
    await strip.getByText('no expiry · all models', { exact: true }).waitFor()
    await ask(page, 'Hi')
    await strip.getByText('no expiry · all models · 0 requests left this minute', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Model' }).fill('other')
    await page.keyboard.press('Enter')
    await page.getByLabel('Pasted token').fill('sk-narrow')
    await strip.getByText('no expiry · models: other', { exact: true }).waitFor()
    await page.getByLabel('Pasted token').fill('sk-daily')
    await strip.getByText('$0 of $0.000001 per day of the token daily spent').waitFor()
    // Of two budgets the one with less left.
    await page.getByLabel('Pasted token').fill('sk-spent')
    await strip.getByText('$0 of $0.000001 in total of the token spent spent').waitFor()
  })

  test('after 10 seconds a wait says for whom', async () => {
    const { page } = open
    await page.clock.install()
    await page.getByRole('textbox', { name: 'Message' }).fill('silence')
    await page.keyboard.press('Enter')
    await lastAnswer(page).locator('.skeleton-line').waitFor()
    expect(await lastAnswer(page).getByText(/\d s/).count()).toBe(0)
    await page.clock.fastForward(9_500)
    await lastAnswer(page).getByText('9 s', { exact: true }).waitFor()
    await page.clock.fastForward(1_000)
    await lastAnswer(page).getByText('10 s: still waiting for up').waitFor()
    await page.keyboard.press('Escape')
    await lastAnswer(page).getByText('Stopped by you').waitFor()
  })

  test('at a rate limit the text is kept, and can be sent again when the countdown is at 0', async () => {
    const { page } = open
    await paste(page, 'sk-slow')
    await page.getByText('Valid: slow').waitFor()
    // The limit of this token is one a minute, and may have been used.
    await ask(page, 'Hi')
    await ask(page, 'The second')
    await page.clock.install()
    const again = lastAnswer(page).getByRole('button', { name: 'Try again' })
    await page.getByRole('article', { name: 'You' }).last().getByText('The second').waitFor()
    await page.reload()
    await paste(page, 'sk-slow')
    await ask(page, 'The third')
    await lastAnswer(page)
      .getByText(/You can try again in \d+ s/)
      .waitFor()
    expect(await again.isDisabled()).toBe(true)
    await page.clock.fastForward(61_000)
    await lastAnswer(page).getByText('You can try again in').waitFor({ state: 'detached' })
    expect(await again.isEnabled()).toBe(true)
    await page.getByRole('article', { name: 'You' }).last().getByText('The third').waitFor()
  })

  test('without a model: lines to add for an admin, whom to ask for others', async () => {
    const { page } = open
    await page.route('**/api/console/models', (route) => route.fulfill({ json: { data: [] } }))
    await page.reload()
    await page.getByText('No model yet.', { exact: true }).waitFor()
    expect((await page.getByLabel('Lines for anywire.yaml').textContent())?.trim().split('\n')).toHaveLength(6)
    await page.route('**/api/console/session', async (route) => {
      const response = await route.fetch()
      const session = await response.json()
      await route.fulfill({ response, json: { ...session, user: { ...session.user, role: 'member' } } })
    })
    await page.reload()
    await page.getByText('Ask your operator to add one.').waitFor()
  })

  test('three examples: an answer, a stream, a tool call', async () => {
    const { page } = open
    expect(await page.locator('.example').count()).toBe(3)
    await page.getByRole('button', { name: 'Tests a tool call' }).click()
    await lastAnswer(page).getByText('Tool call clock').waitFor()
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('button', { name: 'Tests a stream' }).click()
    await lastAnswer(page).locator('strong', { hasText: 'there' }).waitFor()
    expect(JSON.parse(String(console.provider.calls.at(-1)?.body))).toMatchObject({ stream: true, model: 'up-model' })
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('button', { name: 'Tests a short answer' }).click()
    await lastAnswer(page).locator('strong', { hasText: 'there' }).waitFor()
  })

  test('a screen reader is told the begin and the end of an answer, not its tokens', async () => {
    const { page } = open
    expect(await page.getByRole('log').getAttribute('aria-live')).toBe('off')
    const said = page.locator('#announcements')
    await page.getByRole('textbox', { name: 'Message' }).fill('slow')
    await page.keyboard.press('Enter')
    await said.getByText('Answering …').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await said.getByText('Stopped').waitFor({ state: 'attached' })
    await ask(page, 'Hi')
    await said.getByText('Answer complete, 118 tokens').waitFor({ state: 'attached' })
  })

  test('pictures and sound of an answer are shown in place', async () => {
    const { page } = open
    await ask(page, 'picture')
    expect(
      await lastAnswer(page)
        .getByAltText('Picture by the model')
        .evaluate((image) => Reflect.get(image, 'naturalWidth')),
    ).toBe(1)
    await ask(page, 'sound')
    const sound = lastAnswer(page).getByLabel('Sound by the model')
    await sound.waitFor()
    expect(await sound.getAttribute('src')).toMatch(/^blob:/)
    await durationOf(sound)
  })

  test('sound that comes in pieces has one player, its transcript is the text, and it comes back from an export', async () => {
    const { page } = open
    await ask(page, 'speech')
    await lastAnswer(page).getByText('I am speaking.').waitFor()
    const sound = lastAnswer(page).getByLabel('Sound by the model')
    await sound.waitFor()
    expect(await sound.count()).toBe(1)
    // 2400 samples at 24 kHz.
    expect(await durationOf(sound)).toBeCloseTo(0.1, 3)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByText('try one of these').waitFor()
    await page.getByLabel('Conversation to import').setInputFiles(await download.path())
    await sound.waitFor()
    expect(await durationOf(sound)).toBeCloseTo(0.1, 3)
  })

  test('sound that cannot be read says so', async () => {
    const { page } = open
    await ask(page, 'broken sound')
    await lastAnswer(page).getByText('A sound that cannot be read').waitFor()
    await lastAnswer(page).getByText('Said.').waitFor()
    expect(await lastAnswer(page).getByLabel('Sound by the model').count()).toBe(0)
  })
})
