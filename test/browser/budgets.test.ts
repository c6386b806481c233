import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onReferenceMachine } from '../machine.js'
import { ask, ConsoleUnderTest, startTime, type OpenPage } from './console.js'
import { p95, readMainThread, traceCategories } from './frames.js'
import { inBrowser } from './in-browser.js'
import { password } from './served-console.js'

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
    const { page, faults } = await console.open('/')
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
    // With the markdown of the first answer.
    expect(playground.some((name) => name.startsWith('markdown-'))).toBe(true)
    expect(sizeOf(playground, '.js')).toBeLessThan(60_000)
    // Charts and the highlighter come when they are needed.
    expect(playground.filter((name) => /^(?:draw|highlight|picture)-/.test(name))).toEqual([])
    expect(sizeOf(playground, '.css')).toBeLessThan(12_000)
    // Requests to other hosts among them.
    expect(faults).toEqual([])
  }, 60_000)

  test('64 KB streamed at 200 pieces a second: scripts take less than 16 ms a frame at p95, and no task is long', async () => {
    const { page } = await signedIn()
    const paragraph = 'A paragraph of **some** words with `code` and [a link](https://a.test), which is neither short nor long.\n\n'
    const list = '- one item\n- another\n\n```js\nconst value = 1\n```\n\n'
    console.script.text = (paragraph.repeat(6) + list).repeat(Math.ceil(65_536 / (paragraph.length * 6 + list.length)))
    const browser = page.context().browser()
    await browser?.startTracing(page, { categories: traceCategories })
    await page.getByRole('textbox', { name: 'Message' }).fill('steady')
    await page.keyboard.press('Enter')
    await page.locator('.conversation[aria-busy="true"]').waitFor()
    await page.locator('.conversation[aria-busy="false"]').waitFor({ timeout: 60_000 })
    const { frames, tasks, styled } = readMainThread((await browser?.stopTracing()) ?? Buffer.from(''))
    expect((await page.getByRole('article', { name: 'Answer' }).last().textContent())?.length).toBeGreaterThan(50_000)
    expect(frames.length).toBeGreaterThan(20)
    expect(onReferenceMachine(p95(frames))).toBeLessThan(16)
    expect(tasks.length).toBeGreaterThan(100)
    expect(tasks.filter((milliseconds) => onReferenceMachine(milliseconds) > 50)).toEqual([])
    // What changes at its end is not in the style of the whole answer.
    expect(styled.length).toBeGreaterThan(100)
    expect(Math.max(...styled)).toBeLessThan(1_000)
  }, 120_000)

  test('after 50 answers the scripts of the page hold less than 100 MB', async () => {
    const { page } = await signedIn()
    console.script.text = `${'Some **words** of an answer.\n\n'.repeat(150)}\n\`\`\`js\nconst value = 1\n\`\`\`\n`
    for (let answer = 0; answer < 50; answer += 1) await ask(page, 'Hi')
    expect(await page.getByRole('article', { name: 'Answer' }).count()).toBe(50)
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    expect(usedSize).toBeGreaterThan(1_000_000)
    expect(usedSize).toBeLessThan(100_000_000)
  }, 180_000)

  async function signedIn(): Promise<OpenPage> {
    const open = await console.open('/console/sign-in')
    await open.page.getByLabel('Name').fill('ada')
    await open.page.getByLabel('Password').fill(password)
    await open.page.getByRole('button', { name: 'Sign in' }).click()
    await open.page.getByText('Valid:').waitFor()
    await ask(open.page, 'Hi')
    await open.page.getByRole('button', { name: 'New conversation' }).click()
    return open
  }
})
