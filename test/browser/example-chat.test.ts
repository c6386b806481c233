// The example page in a real browser, against the mock, as its README says.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { startMock, type RunningMock } from '../../src/mock/server.js'
import { documentOf } from '../contract/documents.js'
import { launch } from './chromium.js'
import { inBrowser } from './in-browser.js'

const folder = fileURLToPath(new URL('../../examples/chat/', import.meta.url))
const files: Readonly<Record<string, string>> = { '/': 'index.html', '/chat.js': 'chat.js' }

inBrowser('the example of a chat', () => {
  let mock: RunningMock
  let server: Server
  let browser: Browser

  beforeAll(async () => {
    mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
    server = createServer((request, response) => {
      const name = files[new URL(request.url ?? '/', 'http://page').pathname]
      if (name === undefined) return void response.writeHead(404).end()
      void readFile(folder + name).then((bytes) => {
        response.writeHead(200, { 'content-type': name.endsWith('.js') ? 'text/javascript' : 'text/html' }).end(bytes)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    browser = await launch()
  }, 120_000)

  afterAll(async () => {
    await browser.close()
    server.close()
    await mock.stop()
  })

  async function open(query: Readonly<Record<string, string>> = {}): Promise<Page> {
    const page = await browser.newPage()
    const { port } = server.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/?${new URLSearchParams({ base: mock.address, ...query }).toString()}`)
    return page
  }

  async function ask(page: Page, question: string): Promise<void> {
    await page.getByLabel('Your message').fill(question)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('button:enabled').waitFor()
  }

  test('a question that needs the tool: the call with its result, then the answer; a second question after it', async () => {
    const page = await open()
    await ask(page, 'How is the weather in Oslo?')
    expect(await page.locator('#messages > *').allTextContents()).toEqual([
      'How is the weather in Oslo?',
      expect.stringMatching(/^get_weather\(\{"city":"\w+"\}\)\n→ \{"city":"\w+","sky":"clear","degrees":21\}$/),
      expect.stringMatching(/^get_weather returned: \{"city":"\w+","sky":"clear","degrees":21\}$/),
    ])
    await ask(page, 'Why is the sky blue?')
    expect(await page.locator('#messages > *').last().textContent()).toBe('Air scatters blue light the most.')
    await page.close()
  }, 60_000)

  test('the text grows while it arrives', async () => {
    const page = await open({ prefer: 'pace=150ms' })
    const lengths = await page.evaluate<number[]>(`new Promise((resolve) => {
      const seen = []
      new MutationObserver(() => {
        const text = document.querySelector('.assistant')?.textContent ?? ''
        if (text !== '' && seen.at(-1) !== text.length) seen.push(text.length)
        if (text.endsWith('most.')) resolve(seen)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
      document.querySelector('input').value = 'Why?'
      document.querySelector('form').requestSubmit()
    })`)
    expect(lengths.length).toBeGreaterThan(3)
    await page.close()
  }, 60_000)

  test.each([
    [{ prefer: 'error=overloaded' }, 'The mock was asked to fail with overloaded.'],
    [{ prefer: 'cut=2' }, /network error|broke/i],
    [{ prefer: 'code=429' }, /./],
    [{ model: 'no-such-model' }, 'The mock has every model but no-such-model.'],
  ])(
    'what goes wrong is shown: %j',
    async (query, shown) => {
      const page = await open(query)
      await ask(page, 'Hello?')
      expect(await page.locator('.error').textContent()).toMatch(shown)
      await page.close()
    },
    60_000,
  )
})
