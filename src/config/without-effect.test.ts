import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfiguration } from './index.js'

function warningsOf(lines: readonly string[]): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'anywire-config-'))
  try {
    writeFileSync(join(directory, 'anywire.yaml'), ['database: memory', ...lines].join('\n'))
    return loadConfiguration({ env: {}, cwd: directory }).warnings
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const providers = 'providers: [ { name: p, kind: openai } ]'

test.each([['redis: redis://127.0.0.1:1', 'anywire.yaml:2:8: redis']])('%s has no effect yet, and the start says so', (line, place) => {
  expect(warningsOf([line, providers])).toEqual([`${place}: has no effect in this version`])
})

test('keys that work are no warnings', () => {
  expect(
    warningsOf([
      'server: { workers: auto }',
      'tokens: [ { name: a, key: k, requests_per_minute: 5, tokens_per_minute: 5, budget_usd: 1 } ]',
      'accounting: { unknown_price: refuse }',
      providers,
    ]),
  ).toEqual([])
})
