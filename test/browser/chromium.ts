import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** Debian's; another one by `ANYWIRE_CHROMIUM`. */
const path = process.env['ANYWIRE_CHROMIUM'] ?? '/usr/bin/chromium'

export const hasBrowser = existsSync(path)

// Says why the tests below do not run, where they do not.
if (!hasBrowser) console.log(`skipped: the tests of the console need Chromium, and there is none at ${path} (apt install chromium)`)

/** A group of tests in a real browser. */
export const inBrowser: (name: string, tests: () => void) => void = hasBrowser ? describe : describe.skip

const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu', ...quiet] })
}
