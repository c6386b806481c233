import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { ConsoleUnderTest } from '../console.js'
import { whenLoaded } from './when-loaded.js'
import { userScenes, visitorScenes, type OpenScene } from './everybody-scenes.js'
import { stateScenes } from './state-scenes.js'

/** Takes the pictures of the pages that everybody sees; returns how many. */
export async function takeEverybody(folder: string, isWanted: (name: string) => boolean): Promise<number> {
  const wanted = [...visitorScenes, ...userScenes, ...stateScenes].filter(({ name }) => isWanted(name))
  const setUp = isWanted('set-up') || isWanted('home-new')
  if (wanted.length === 0 && !setUp) return 0
  const console = await ConsoleUnderTest.start()
  const first = await console.open('/')
  try {
    let count = 0
    if (setUp) {
      count += await take(console, first.context, [{ name: 'home-new', path: '/' }], folder)
      count += await take(console, first.context, [{ name: 'set-up', path: await console.setUpLink() }], folder)
    }
    await console.setUp(first.page)
    const visitor = await console.open('/')
    count += await take(
      console,
      visitor.context,
      visitorScenes.filter(({ name }) => isWanted(name)),
      folder,
    )
    return (
      count +
      (await take(
        console,
        first.context,
        [...userScenes, ...stateScenes].filter(({ name }) => isWanted(name)),
        folder,
      ))
    )
  } finally {
    await console.stop()
  }
}

async function take(console: ConsoleUnderTest, context: BrowserContext, scenes: readonly OpenScene[], folder: string): Promise<number> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      for (const scene of scenes) {
        const { name } = scene
        const { page } = await console.openIn(context, '/readyz')
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        await openScene(page, console, scene)
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: name.startsWith('home') })
        await page.close()
      }
  return scenes.length * 4
}

/** Opens it and brings it into its state. */
export async function openScene(page: Page, console: ConsoleUnderTest, { name, path, before, prepare }: OpenScene): Promise<void> {
  await page.goto(`${console.address}/readyz`)
  await page.evaluate('localStorage.clear()')
  await before?.(page)
  await page.goto(path.startsWith('http') ? path : console.address + path)
  // Where the gateway is made to wait, the network is never idle.
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined)
  await prepare?.(page, console)
  if (!name.includes('loading') && !name.includes('waiting')) await whenLoaded(page)
  await page.waitForTimeout(100)
}
