import { readFileSync } from 'node:fs'
import { isSupported } from './node-version.js'

test.each([
  ['20.20.2', false],
  ['22.19.0', false],
  ['22.20.0', false],
  ['22.21.0', true],
  ['23.11.1', false],
  ['24.8.0', false],
  ['24.9.0', true],
  ['24.10.0', true],
  ['25.0.0', true],
  ['26.1.0', true],
])('Node %s: %s', (version, supported) => {
  expect(isSupported(version)).toBe(supported)
})

test('package.json and the build say the same', () => {
  expect(readFileSync('package.json', 'utf8')).toContain('"node": "^22.21.0 || >=24.9.0"')
  expect(readFileSync('scripts/build.mjs', 'utf8')).toContain("target: 'node22.21'")
})
