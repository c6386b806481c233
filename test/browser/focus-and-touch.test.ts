// What gets the focus can be seen (WCAG 2.4.11), and what is touched is large enough (WCAG 2.5.8), on pages that scroll under bars.
import type { Page } from 'playwright-core'
import { ConsoleGateway } from './console-gateway.js'
import { inBrowser } from './in-browser.js'
import { fill, operatorSettings } from './screenshots/operator-data.js'
import { operatorScenes } from './screenshots/operator-scenes.js'
import { whenLoaded } from './screenshots/when-loaded.js'

const names = ['tokens', 'token-create', 'requests-filtered', 'model-add', 'team', 'audit', 'usage-as-table']

/** The element with the focus where something covers all of it: its name; else ''. */
const covered = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body) return ''
  // The control itself is laid, transparent, over what its label shows.
  const shown = element.closest('label') ?? element
  const { left, top, width, height } = shown.getBoundingClientRect()
  const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]]
  const isSeen = points.some(([x, y]) => {
    const at = document.elementFromPoint(left + width * x, top + height * y)
    return at !== null && (shown.contains(at) || (at.contains(shown) && at !== document.documentElement))
  })
  return isSeen ? '' : element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent.trim()).slice(0, 40)
})()`

/** What can be touched and is less than 44 pixels high, but for links in sentences. */
const small = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
  .filter((element) => {
    const dialog = document.querySelector('dialog[open]')
    if (dialog !== null && !dialog.contains(element)) return false
    if (!element.checkVisibility() || element.matches('.skip-link') || element.closest('.visually-hidden') !== null) return false
    const shown = element.matches('[type=checkbox], [type=radio]') ? (element.labels[0] ?? element) : element
    return shown.getBoundingClientRect().height < 43.5
  })
  .map((element) => element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent.trim()).slice(0, 40))`

inBrowser('pages that scroll under bars', () => {
  let gateway: ConsoleGateway
  let scenes: ReturnType<typeof operatorScenes>

  beforeAll(async () => {
    gateway = await ConsoleGateway.start(operatorSettings)
    scenes = operatorScenes(await fill(gateway))
  }, 120_000)

  afterAll(() => gateway.stop())

  async function open(name: string, hasTouch: boolean): Promise<Page> {
    const storageState = await gateway.context.storageState()
    const context = await gateway.browser.newContext({ viewport: { width: 390, height: 500 }, hasTouch, isMobile: hasTouch, storageState })
    const page = await context.newPage()
    const scene = scenes.find((one) => one.name === name)
    await page.goto(`${gateway.gateway.address}/console/${scene?.path ?? ''}`)
    await page.locator('h1').waitFor()
    await whenLoaded(page)
    await scene?.prepare?.(page)
    await whenLoaded(page)
    return page
  }

  test.each(names)(
    'what gets the focus is not covered: %s',
    async (name) => {
      const page = await open(name, false)
      const found: string[] = []
      for (const key of ['Tab', 'Shift+Tab'])
        for (let times = 0; times < 40; times += 1) {
          await page.keyboard.press(key)
          const one = String(await page.evaluate(covered))
          if (one !== '') found.push(`${key}: ${one}`)
        }
      expect(found).toEqual([])
      await page.context().close()
    },
    60_000,
  )

  test.each(names)(
    'what a finger can hit is 44 pixels high: %s',
    async (name) => {
      const page = await open(name, true)
      expect(await page.evaluate(small)).toEqual([])
      await page.context().close()
    },
    60_000,
  )
})
