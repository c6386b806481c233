import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inBrowser } from './in-browser.js'
import { ask, ConsoleUnderTest, startTime } from './console.js'

const assets = fileURLToPath(new URL('../../dist/console/assets/', import.meta.url))

/** Bytes on the wire, compressed by gzip, of the files that a page has loaded. */
function sizeOf(names: readonly string[], ending: string): number {
  const files = readdirSync(assets)
  return names
    .filter((name) => name.endsWith(ending) && files.includes(`${name}.gz`))
    .reduce((total, name) => total + readFileSync(`${assets}${name}.gz`).length, 0)
}

inBrowser('budgets of the console', () => {
  let console: ConsoleUnderTest

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
  }, startTime)

  afterAll(() => console.stop())

  const loaded = 'performance.getEntriesByType("resource").map((entry) => entry.name.split("/").at(-1))'

  test('files: the home page 6 KB of scripts, the playground 60 KB and 12 KB of styles', async () => {
    const { page } = await console.open('/')
    await page.getByText('The gateway accepts requests').waitFor()
    const home = await page.evaluate<string[]>(loaded)
    expect(sizeOf(home, '.js')).toBeGreaterThan(0)
    expect(sizeOf(home, '.js')).toBeLessThan(6_000)
    await console.setUp(page)
    await page.goto(`${console.address}/console/playground`)
    await page.getByText('Valid:').waitFor()
    await ask(page, 'Hi')
    await page.locator('.markdown').waitFor()
    const playground = await page.evaluate<string[]>(loaded)
    expect(sizeOf(playground, '.js')).toBeGreaterThan(10_000)
    // With the markdown of the first answer, which the first load leaves out.
    expect(sizeOf(playground, '.js')).toBeLessThan(70_000)
    expect(
      sizeOf(
        playground.filter((name) => !name.startsWith('markdown-')),
        '.js',
      ),
    ).toBeLessThan(60_000)
    expect(sizeOf(playground, '.css')).toBeLessThan(12_000)
  }, 60_000)

  test('64 KB streamed at 200 pieces a second: no task of the page blocks it', async () => {
    const { page } = await console.open('/console/sign-in')
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill('four words of a sentence')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Valid:').waitFor()
    await ask(page, 'Hi')
    const paragraph = 'A paragraph of **some** words with `code` and [a link](https://a.test), which is neither short nor long.\n\n'
    const list = '- one item\n- another\n\n```js\nconst value = 1\n```\n\n'
    console.script.text = (paragraph.repeat(6) + list).repeat(Math.ceil(65_536 / (paragraph.length * 6 + list.length)))
    await page.evaluate(`
      globalThis.tasks = []
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' })
    `)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const scriptSeconds = async (): Promise<number> =>
      (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN
    const before = await scriptSeconds()
    await page.getByRole('textbox', { name: 'Message' }).fill('steady')
    await page.keyboard.press('Enter')
    await page.locator('.conversation[aria-busy="true"]').waitFor()
    await page.locator('.conversation[aria-busy="false"]').waitFor({ timeout: 60_000 })
    const seconds = (await scriptSeconds()) - before
    expect((await page.getByRole('article', { name: 'Answer' }).last().textContent())?.length).toBeGreaterThan(50_000)
    // About 4 s of stream; 60 frames a second of 16 ms each would be all of it.
    expect(seconds).toBeLessThan(2)
    const tasks = await page.evaluate<number[]>('tasks')
    expect(tasks.filter((duration) => duration > 200)).toEqual([])
  }, 120_000)
})
