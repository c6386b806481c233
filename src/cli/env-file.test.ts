import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { addToEnvFile } from './env-file.js'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-env-'))
  path = join(folder, '.env')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('every value is read as it was, whatever signs it has', () => {
  const values = { A: 'plain-1.2/3+=', B: 'two words', C: `it's "so"`, D: '`tick`', E: 'a#b', F: '$HOME ${X}', G: 'a\nb', H: '\\n', I: '' }
  addToEnvFile(path, Object.entries(values))
  expect(parseEnv(readFileSync(path, 'utf8'))).toEqual(values)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('what is there stays, also where its last line has no end', () => {
  writeFileSync(path, '# mine\nA=1')
  addToEnvFile(path, [
    ['A', '2'],
    ['B', '3'],
  ])
  expect(readFileSync(path, 'utf8')).toBe('# mine\nA=1\nB=3\n')
  addToEnvFile(path, [['B', '4']])
  expect(readFileSync(path, 'utf8')).toBe('# mine\nA=1\nB=3\n')
})

test('a value with quotes of every kind is refused, and nothing is written', () => {
  expect(() => {
    addToEnvFile(path, [['A', `'"\``]])
  }).toThrow(/quotes of every kind/)
  expect(() => statSync(path)).toThrow()
})
