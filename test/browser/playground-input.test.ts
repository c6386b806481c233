// The message field, the settings and the model list of the playground.
import type { Page } from 'playwright-core'
import { inBrowser } from './in-browser.js'
import { ask, ConsoleUnderTest, startTime, type OpenPage } from './console.js'
import { dot } from './provider.js'

inBrowser('what is typed and chosen in the playground', () => {
  let console: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
    open = await console.open('/', { permissions: ['clipboard-read', 'clipboard-write'] })
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

  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
  const settled = (page: Page) => page.locator('.conversation[aria-busy="false"]').waitFor()

  /** The body of the next request of the page. */
  async function sent(page: Page, path: string, act: () => Promise<void>): Promise<Readonly<Record<string, unknown>>> {
    const [request] = await Promise.all([page.waitForRequest((one) => one.url().includes(path)), act()])
    return JSON.parse(request.postData() ?? '{}') as Readonly<Record<string, unknown>>
  }

  test('the field grows to eight lines, and then scrolls', async () => {
    const { page } = open
    const height = async (lines: number): Promise<number> => {
      await field(page).fill('a line\n'.repeat(lines - 1) + 'the last')
      return (await field(page).boundingBox())?.height ?? 0
    }
    const [one, seven, eight, twenty] = [await height(1), await height(7), await height(8), await height(20)]
    expect(seven - one).toBeCloseTo(6 * 20, 0)
    expect(eight - one).toBeCloseTo(7 * 20, 0)
    expect(twenty).toBe(eight)
  })

  test('Enter sends and Shift Enter breaks the line; switched, Ctrl Enter sends', async () => {
    const { page } = open
    await field(page).fill('One')
    await field(page).press('Shift+Enter')
    await page.keyboard.type('two')
    expect(await field(page).inputValue()).toBe('One\ntwo')
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'You' }).getByText('One two').waitFor()
    expect(await field(page).inputValue()).toBe('')
    await settled(page)
    await page.getByText('Settings', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Enter sends' }).uncheck()
    await field(page).fill('Three')
    await field(page).press('Enter')
    expect(await field(page).inputValue()).toBe('Three\n')
    await field(page).press('Control+Enter')
    await page.getByRole('article', { name: 'You' }).getByText('Three').waitFor()
    await settled(page)
  })

  test('the up arrow edits the last message only where the field is empty', async () => {
    const { page } = open
    await ask(page, 'One')
    await field(page).fill('x')
    await field(page).press('ArrowUp')
    expect(await page.getByLabel('Edit your message').count()).toBe(0)
    await field(page).fill('')
    await field(page).press('ArrowUp')
    expect(await page.getByLabel('Edit your message').inputValue()).toBe('One')
  })

  test.each(['paste', 'drop'] as const)('a picture comes by %s as a chip, where the model takes pictures', async (kind) => {
    const { page } = open
    const give = () =>
      page.evaluate(`{
        const bytes = Uint8Array.from(atob('${dot}'), (character) => character.charCodeAt(0))
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([bytes], 'dot.png', { type: 'image/png' }))
        const options = { bubbles: true, cancelable: true, clipboardData: dataTransfer, dataTransfer }
        const event = '${kind}' === 'paste' ? new ClipboardEvent('paste', options) : new DragEvent('drop', options)
        document.getElementById('message').dispatchEvent(event)
      }`)
    await give()
    await page.getByRole('list', { name: 'Pictures' }).getByText('dot.png').waitFor()
    await ask(page, 'See this')
    expect(String(console.provider.calls.at(-1)?.body)).toContain(dot)
    expect(await page.getByRole('list', { name: 'Pictures' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Model' }).fill('other')
    await page.keyboard.press('Enter')
    await give()
    await page.getByRole('alert').getByText('other takes no pictures.').waitFor()
    expect(await page.getByRole('list', { name: 'Pictures' }).count()).toBe(0)
  })

  test('the model list: by provider, with facts; typing, arrows and Enter choose, and the choice is remembered', async () => {
    const { page } = open
    const model = page.getByRole('combobox', { name: 'Model' })
    await model.click()
    await page.getByRole('listbox').getByRole('group', { name: 'up' }).waitFor()
    await page.getByRole('option', { name: 'other 32k context · text · $1 in · $4 out per million tokens' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await model.inputValue()).toBe('other')
    await page.reload()
    await page.getByText('Valid:').waitFor()
    expect(await model.inputValue()).toBe('other')
    await model.click()
    await page.keyboard.type('nothing')
    await page.getByText('No model has “nothing” in its name.').waitFor()
    await page.keyboard.press('Escape')
    expect(await model.inputValue()).toBe('other')
  })

  test('the first model is one of chat, whatever stands before it', async () => {
    const { page } = open
    await page.route('**/api/console/models', async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      await route.fulfill({ response, json: { data: [{ ...data[0], name: 'embed', endpoints: ['embeddings'] }, ...data] } })
    })
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await page.getByText('Valid:').waitFor()
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('fast')
    await page.unroute('**/api/console/models')
  })

  test('a setting that is off is not sent', async () => {
    const { page } = open
    const send = () => sent(page, '/v1/chat/completions', () => ask(page, 'Hi'))
    expect(Object.keys(await send()).toSorted()).toEqual(['messages', 'model', 'stream', 'stream_options'])
    await page.getByText('Settings', { exact: true }).click()
    const names = ['Temperature', 'Max tokens', 'Top p', 'Stop at', 'Reasoning', 'JSON schema', 'Tools']
    for (const name of names) await page.getByRole('checkbox', { name }).check()
    await page.getByLabel('Stop at (one per line): value').fill('END')
    await page.getByLabel('System prompt').fill('Be brief.')
    expect(await send()).toMatchObject({
      ...{ temperature: 1, max_completion_tokens: 1024, top_p: 1, stop: ['END'], reasoning_effort: 'medium' },
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
      tools: [{ type: 'function', function: { name: 'clock' } }],
      messages: expect.arrayContaining([{ role: 'system', content: 'Be brief.' }]),
    })
    for (const name of names) await page.getByRole('checkbox', { name }).uncheck()
    await page.getByRole('checkbox', { name: 'Stream' }).uncheck()
    expect(Object.keys(await send()).toSorted()).toEqual(['messages', 'model'])
  })

  test('an answer is copied as the model wrote it', async () => {
    const { page } = open
    await ask(page, 'Hi')
    await page.getByRole('button', { name: 'Copy: the answer' }).click()
    await page.getByText('Copied', { exact: true }).first().waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Hello **there**.')
  })

  test('Ctrl Shift O begins a new conversation, and ? lists the keys', async () => {
    const { page } = open
    await ask(page, 'Hi')
    await page.keyboard.press('Control+Shift+O')
    await page.getByText('try one of these').waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('message')
    await page.getByRole('log').focus()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    for (const key of ['Ctrl K', 'Ctrl .', 'Ctrl Shift O', '/', 'Esc']) await keys.getByText(key, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })
})
