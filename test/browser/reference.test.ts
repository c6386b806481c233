// The reference page in a real browser, where there is one: it renders under its own strict policy, and asks nobody else for anything.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '../contract/gateway.js'
import type { Program } from '../program.js'
import { launch } from './chromium.js'

const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const inBrowser = browser === undefined ? test.skip : test

/** What the browser asks for itself, whatever page it shows. */
const ownHosts = /^(?:clients\d|accounts)\.google\.com$|\.googleapis\.com$/

let gateway: Program
beforeAll(async () => {
  if (browser !== undefined) gateway = await startGateway('http://127.0.0.1:9')
}, 60_000)
afterAll(async () => {
  if (browser !== undefined) await gateway.stop()
})

/** The page as it is after its scripts ran, and the hosts that were asked. No name but the loopback address can be resolved. */
function open(url: string): Promise<{ page: string; hosts: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'anywire-browser-'))
  const log = join(folder, 'net.json')
  const words = [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
    ...['--disable-sync', `--user-data-dir=${folder}`, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', `--log-net-log=${log}`],
    ...['--virtual-time-budget=30000', '--dump-dom', url],
  ]
  return new Promise((resolve, reject) => {
    execFile(browser ?? '', words, { timeout: 60_000, maxBuffer: 2 ** 26 }, (error, page) => {
      const asked = existsSync(log)
        ? [...readFileSync(log, 'utf8').matchAll(/"url":"\w+:\/\/([^/":]+)/g)].map(([, host]) => host ?? '')
        : []
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
      if (error === null) resolve({ page, hosts: [...new Set(asked)].filter((host) => !ownHosts.test(host)) })
      else reject(new Error(error.message))
    })
  })
}

inBrowser.each([
  ['createMessage', 'Create a message', 'one or more'],
  ['createSpeech', 'Make speech from a text', 'createSpeech'],
])(
  '/docs#%s shows that operation and asks this gateway alone',
  async (operation, summary, detail) => {
    const { page, hosts } = await open(`${gateway.address}/docs#${operation}`)
    expect(page).toContain(summary)
    expect(page).toContain(detail)
    expect(hosts).toEqual(['127.0.0.1'])
  },
  90_000,
)

inBrowser(
  '/docs lists all operations within a second, and loads the renderer when one of them is opened',
  async () => {
    const chromium = await launch()
    try {
      const page = await chromium.newPage()
      const paints: number[] = []
      // The best of several: other work on the machine is not the page's.
      for (let load = 0; load < 5; load += 1) {
        await page.goto(`${gateway.address}/docs`)
        paints.push(Number(await page.evaluate(firstPaint)))
      }
      expect(Math.min(...paints)).toBeLessThan(1000)
      expect(Number(await page.evaluate(transferred))).toBeLessThan(30_000)
      expect(await page.getByRole('link', { name: 'Postman', exact: true }).count()).toBe(1)
      await page.getByRole('link', { name: 'Create a message', exact: true }).click()
      await page.locator('#reference').getByRole('heading', { name: 'Create a message' }).first().waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'anywire API reference' }).waitFor()
    } finally {
      await chromium.close()
    }
  },
  120_000,
)

const firstPaint = `new Promise((resolve) =>
  new PerformanceObserver((list) => {
    const [entry] = list.getEntriesByName('first-contentful-paint')
    if (entry !== undefined) resolve(entry.startTime)
  }).observe({ type: 'paint', buffered: true }))`

/** Bytes on the wire of the page and all that it has loaded. */
const transferred = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, { transferSize }) => sum + transferSize, 0)`
