import type { BrowserContext } from 'playwright-core'
import { violations } from './axe.js'
import { ConsoleUnderTest, startTime } from './console.js'
import { inBrowser } from './in-browser.js'
import { openScene } from './screenshots/everybody.js'
import { userScenes, visitorScenes, type OpenScene } from './screenshots/everybody-scenes.js'
import { stateScenes } from './screenshots/state-scenes.js'

inBrowser('in each state, in both themes, axe finds nothing', () => {
  let console: ConsoleUnderTest
  let signedIn: BrowserContext
  let visitor: BrowserContext

  beforeAll(async () => {
    console = await ConsoleUnderTest.start()
    const { page, context } = await console.open('/')
    await console.setUp(page)
    signedIn = context
    visitor = (await console.open('/')).context
  }, startTime)

  afterAll(() => console.stop())

  async function look(context: BrowserContext, scene: OpenScene): Promise<void> {
    const page = await context.newPage()
    try {
      await openScene(page, console, scene)
      expect(await violations(page)).toEqual([])
    } finally {
      await page.close()
    }
  }

  test.each(visitorScenes.map((scene) => [scene.name, scene] as const))('%s', (_, scene) => look(visitor, scene), 60_000)

  test.each([...userScenes, ...stateScenes].map((scene) => [scene.name, scene] as const))('%s', (_, scene) => look(signedIn, scene), 60_000)
})
