import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfiguration } from '../../src/config/index.js'
import { pageText } from './snippets.js'

/** Where a page shows a variable, it has this value here. */
const values: Readonly<Record<string, string>> = { WEBHOOK_SECRET: `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}` }

const blocks = ['tokens-and-budgets.md', 'usage-and-records.md'].flatMap((page) =>
  Array.from(pageText(page).matchAll(/^```yaml\n([^]*?)^```$/gm), ([, yaml = ''], index) => ({ page, index, yaml })),
)

test('the pages show configurations', () => {
  expect(blocks.length).toBeGreaterThan(2)
})

test.each(blocks)('$page, configuration $index: the start takes it without a warning', ({ yaml }) => {
  const folder = mkdtempSync(join(tmpdir(), 'anywire-page-'))
  writeFileSync(join(folder, 'anywire.yaml'), `database: memory\nproviders: [{ name: openai, kind: openai }]\n${yaml}`)
  const names = Array.from(yaml.matchAll(/\$\{([A-Z_]+)\}/g), ([, name = '']) => name)
  const env = Object.fromEntries(names.map((name) => [name, values[name] ?? 'value']))
  try {
    expect(loadConfiguration({ env, cwd: folder }).warnings).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
