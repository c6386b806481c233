// How answers are drawn.
import { inBrowser } from './in-browser.js'
import { ask, ConsoleUnderTest, startTime, type OpenPage } from './console.js'

inBrowser('code in answers', () => {
  let console: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
    open = await console.open('/', { permissions: ['clipboard-read', 'clipboard-write'] })
    await console.setUp(open.page)
    await open.page.goto(`${console.address}/console/playground`)
    await open.page.getByText('Valid:').waitFor()
  }, startTime)

  afterAll(() => console.stop())

  const lastAnswer = () => open.page.getByRole('article', { name: 'Answer' }).last()
  const idle = () => open.page.evaluate('new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => done())))')

  test('a block has its language, is copied and wrapped, and its words are marked', async () => {
    const { page } = open
    console.script.text = '```js\nconst value = 1\n```\n\nThat is all.'
    await ask(page, 'Hi')
    const block = lastAnswer().locator('.code-block')
    await block.locator('figcaption').getByText('js', { exact: true }).waitFor()
    await block.locator('.hljs-keyword', { hasText: 'const' }).waitFor()
    await block.getByRole('button', { name: 'Copy: the code' }).click()
    await page.getByText('Copied', { exact: true }).first().waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('const value = 1')
    const spaces = () => block.locator('pre').evaluate((pre) => pre.ownerDocument.defaultView?.getComputedStyle(pre).whiteSpace)
    expect(await spaces()).toBe('pre')
    await block.getByRole('button', { name: 'Wrap' }).click()
    expect(await spaces()).toBe('pre-wrap')
  })

  test.each([
    ['that is not whole', '```js\nconst value = 1\n'],
    ['of more than 20 KB', `\`\`\`js\n${'const value = 1\n'.repeat(1300)}\`\`\`\n`],
  ])('words of a block %s are not marked', async (_, text) => {
    console.script.text = text
    await ask(open.page, 'Hi')
    await lastAnswer().locator('.code-block').getByText('const value = 1').waitFor()
    // The highlighter is loaded since the test before.
    await idle()
    expect(await lastAnswer().locator('[class^="hljs"]').count()).toBe(0)
  })

  test('finished answers cost no layout out of view', async () => {
    const kept = await lastAnswer().evaluate((answer) => answer.ownerDocument.defaultView?.getComputedStyle(answer).contentVisibility)
    expect(kept).toBe('auto')
    expect(open.faults).toEqual([])
  })
})
