import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
}

/** Rules whose findings depend on colours. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** What axe finds on the page: WCAG 2.2 A and AA and the best practices, and in the dark theme what depends on colours. */
export async function violations(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const [colorScheme, rules] of [
    ['light', ''],
    ['dark', `, runOnly: ${JSON.stringify(ofColours)}`],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    // Outside of the page's own policy, which forbids such scripts.
    await page.evaluate(axe)
    const results = await page.evaluate<{ readonly violations: readonly Violation[] }>(
      `axe.run(document, { resultTypes: ["violations"]${rules} })`,
    )
    for (const { id, nodes } of results.violations)
      for (const { target, failureSummary } of nodes) found.push(`${colorScheme} ${id}: ${target.join(' ')} ${failureSummary ?? ''}`)
  }
  return found
}
