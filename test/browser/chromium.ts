import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** Debian's; another one by `ANYWIRE_CHROMIUM`. */
export const chromiumPath = process.env['ANYWIRE_CHROMIUM'] ?? '/usr/bin/chromium'

export const hasBrowser = existsSync(chromiumPath)

const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

export function launch(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu', ...quiet, ...more] })
}
