import { chromiumPath, hasBrowser } from './chromium.js'

// Says why the tests below do not run, where they do not.
if (!hasBrowser) console.log(`skipped: the tests of the console need Chromium, and there is none at ${chromiumPath} (apt install chromium)`)

/** A group of tests in a real browser. */
export const inBrowser: (name: string, tests: () => void) => void = hasBrowser ? describe : describe.skip
