// Writes every page of the console to build/screenshots/: both themes, 1440 and 390 pixels wide. Words of the command choose among them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConsoleGateway } from '../console-gateway.js'
import { takeEverybody } from './everybody.js'
import { fill, operatorSettings } from './operator-data.js'
import { operatorScenes } from './operator-scenes.js'
import { whenLoaded } from './when-loaded.js'

const folder = fileURLToPath(new URL('../../../build/screenshots', import.meta.url))
const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((word) => name.includes(word))
mkdirSync(folder, { recursive: true })

const gateway = await ConsoleGateway.start({ ...operatorSettings, retries: { attempts: 2 } })
const scenes = operatorScenes(await fill(gateway)).filter(({ name }) => isWanted(name))
// A record is there within a second after its request.
await new Promise((resolve) => setTimeout(resolve, 1200))
for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1440, 390])
    for (const { name, path, prepare, whole = false } of scenes) {
      const page = await gateway.context.newPage()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${gateway.gateway.address}/console/${path}`, { waitUntil: 'networkidle' })
      await whenLoaded(page)
      await prepare?.(page)
      await page.waitForLoadState('networkidle')
      await whenLoaded(page)
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: whole })
      await page.close()
    }
for (const complaint of gateway.complaints) console.log(complaint)
await gateway.stop()
console.log(`${scenes.length * 4 + (await takeEverybody(folder, isWanted))} pictures in build/screenshots/`)
