import { inBrowser } from './in-browser.js'
import { ask, ConsoleUnderTest, startTime, type OpenPage } from './console.js'

/** Hostile answers. Whatever ran would open a dialog, set `window.ran`, or ask another host. */
const corpus = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<img src="https://leak.test/a.png">',
  '<svg onload="window.ran=1"><animate onbegin="window.ran=1"></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=window.ran=1>">',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<form action="https://leak.test"><button>Send</button></form>',
  '<style>@import "https://leak.test/a.css";</style><link rel=stylesheet href=https://leak.test/b.css>',
  '<base href="https://leak.test/"><meta http-equiv=refresh content="0;url=https://leak.test">',
  '[x](javascript:window.ran=1)',
  '[x](JaVaScRiPt&#58;window.ran=1) [y](java\tscript:window.ran=1) [z](&#x6A;avascript:window.ran=1)',
  '[x](data:text/html;base64,PHNjcmlwdD5wYXJlbnQucmFuPTE8L3NjcmlwdD4=)',
  '[x](vbscript:window.ran=1) <javascript:window.ran=1>',
  '![x](https://leak.test/pixel.png) ![y](//leak.test/b.png) ![z](http://leak.test/c.gif "t")',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InBhcmVudC5yYW49MSI+PC9zdmc+)',
  '![" onerror="window.ran=1](data:image/png;base64,AA==)',
  '[x](https://a.test/"onmouseover="window.ran=1")',
  '[![a](https://leak.test/a.png)](javascript:window.ran=1)',
  '[x][r]\n\n[r]: javascript:window.ran=1 "t"',
  '```html"><script>window.ran=1</script>\n<script>window.ran=1</script>\n```',
  '`<img src=x onerror=window.ran=1>`',
  '| <script>window.ran=1</script> | b |\n|---|---|\n| <img src=x onerror=window.ran=1> | [x](javascript:window.ran=1) |',
  '> - 1. <svg/onload=window.ran=1>\n>   **<b onclick=window.ran=1>**',
  '# <img src=x onerror=window.ran=1>',
  '&lt;script&gt;window.ran=1&lt;/script&gt; &#60;img src=x onerror=window.ran=1&#62;',
  '<a href="javascript:window.ran=1" id="message" name="document">x</a><input name="attributes">',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>"></noscript>',
  '<xmp><p title="</xmp><svg/onload=window.ran=1>"></xmp><template><script>window.ran=1</script></template>',
]

inBrowser('hostile answers, names and errors', () => {
  let console: ConsoleUnderTest
  let open: OpenPage
  const nasty = '<img/src=x/onerror=window.ran=1><svg/onload=window.ran=1>'

  beforeAll(async () => {
    const targets = [{ provider: 'up', model: 'up-model' }]
    console = await ConsoleUnderTest.start([
      { name: nasty, targets },
      { name: 'fast', targets },
    ])
    open = await console.open('/')
    await console.setUp(open.page)
    await open.page.goto(`${console.address}/console/playground`)
    await open.page.getByText('Valid:').waitFor()
  }, startTime)

  afterAll(() => console.stop())

  test('run no script, ask no other host, break no rule of the content security policy', async () => {
    const { page, faults } = open
    for (const answer of corpus) {
      console.script.text = answer
      await ask(page, 'Hi')
      await ask(page, 'fail')
      await page.getByRole('button', { name: 'New conversation' }).click()
    }
    console.script.text = corpus.join('\n\n')
    await ask(page, nasty)
    const links = await page.locator('.markdown a').evaluateAll((found) => found.map((link) => link.outerHTML))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toMatch(/ rel="noopener noreferrer nofollow" target="_blank"/)
    for (const link of await page.locator('.markdown a').all()) expect(await link.getAttribute('href')).toMatch(/^https?:|^$/)
    const forbidden =
      '.markdown :is(script, svg:not(.icon), math, iframe, form, style, link, base, meta, input, object, [id], [name], [style], [onerror])'
    expect(await page.locator(forbidden).count()).toBe(0)
    expect(await page.locator('.markdown img:not([src^="data:image/png"])').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Inspector' }).click()
    await page.getByRole('radio', { name: 'Response' }).check()
    await page.waitForTimeout(200)
    for (const path of ['/console/models', '/console/requests', '/console/usage', '/console/tokens', '/console/providers', '/']) {
      await page.goto(console.address + path)
      await page.waitForTimeout(300)
      expect(await page.evaluate('window.ran')).toBeUndefined()
    }
    expect(faults).toEqual([])
  })

  test('the page itself can be framed by nobody and its policy has no unsafe source', async () => {
    const policy = (await fetch(`${console.address}/console/`, { headers: { accept: 'text/html' } })).headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })
})
