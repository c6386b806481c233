// Lighthouse's audits of the pages of the console, with its preset for phones: `make lighthouse`. The last line counts the scores that are
// high enough.
import { existsSync } from 'node:fs'
import { chromiumPath, launch } from '../chromium.js'
import { freePort } from '../../free-port.js'
import { ConsoleUnderTest } from '../console.js'
import { installLighthouse } from './install.js'

const pages = [
  { name: 'home', path: '/', signedIn: false },
  { name: 'sign-in', path: '/console/sign-in', signedIn: false },
  { name: 'playground', path: '/console/playground', signedIn: true },
  { name: 'usage', path: '/console/usage', signedIn: true },
  { name: 'requests', path: '/console/requests', signedIn: true },
]
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100 }
/** A busy machine may spoil one run of a page, not each. */
const mostRuns = 5

const lighthouse = existsSync(chromiumPath) ? await installLighthouse() : undefined
if (lighthouse === undefined) {
  console.log('skipped: there is no Chromium, or Lighthouse could not be installed')
  console.log('0 passed, 0 failed')
  process.exit(0)
}

const under = await ConsoleUnderTest.start()
const port = await freePort()
const browser = await launch([`--remote-debugging-port=${port}`])
let [passed, failed] = [0, 0]
try {
  const owner = await under.open('/')
  await under.setUp(owner.page)
  const cookies = (await owner.context.cookies()).map(({ name, value }) => ({ name, value, url: under.address }))
  const devTools = await browser.newBrowserCDPSession()
  for (const { name, path, signedIn } of pages) {
    await devTools.send('Storage.clearCookies')
    if (signedIn) await devTools.send('Storage.setCookies', { cookies })
    const scores = await audited(under.address + path)
    for (const [category, least] of Object.entries(wanted)) {
      const score = scores.get(category) ?? 0
      if (score >= least) passed += 1
      else failed += 1
      console.log(`${score >= least ? 'ok' : 'FAILED'}  ${name}: ${category} ${score} (at least ${least})`)
    }
  }
} finally {
  await browser.close()
  await under.stop()
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** The best score of each category in a few runs. */
async function audited(url: string): Promise<ReadonlyMap<string, number>> {
  const best = new Map<string, number>()
  for (let run = 0; run < mostRuns; run += 1) {
    const result = await lighthouse?.(url, { port, onlyCategories: Object.keys(wanted), disableStorageReset: true, logLevel: 'error' })
    for (const [category, { score, auditRefs }] of Object.entries(result?.lhr.categories ?? {})) {
      const percent = Math.round((score ?? 0) * 100)
      best.set(category, Math.max(percent, best.get(category) ?? 0))
      if (percent < 100) console.log(`      ${url} ${category} ${percent}: ${faultsOf(auditRefs)}`)
    }
    if (Object.entries(wanted).every(([category, least]) => (best.get(category) ?? 0) >= least)) break

    function faultsOf(audits: readonly { readonly id: string; readonly weight: number }[]): string {
      const bad = audits.filter(({ id, weight }) => weight > 0 && (result?.lhr.audits[id]?.score ?? 1) < 1)
      return bad.map(({ id }) => `${id} ${result?.lhr.audits[id]?.displayValue ?? ''}`.trim()).join(', ')
    }
  }
  return best
}
