import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../program.js'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('the configuration that the README shows is good', () => {
  const yaml = /```yaml\n(.*?)```/s.exec(readme)?.[1] ?? ''
  const directory = mkdtempSync(join(tmpdir(), 'anywire-readme-'))
  writeFileSync(join(directory, 'anywire.yaml'), yaml)
  const names = [...yaml.matchAll(/\$\{(\w+)\}/g)].map((found) => found[1] ?? '')
  const { status, stderr } = runProgram(
    ['--check-config'],
    directory,
    Object.fromEntries(names.map((name) => [name, `${name}-`.padEnd(40, 'x')])),
  )
  rmSync(directory, { recursive: true })
  expect(names).toContain('ANYWIRE_SECRET_KEY')
  expect([status, stderr]).toEqual([0, ''])
})

test.each([...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map((found) => found[1] ?? ''))(
  'the README links to something that is there: %s',
  (path) => {
    expect(() => readFileSync(new URL(`../../${path}`, import.meta.url))).not.toThrow(/ENOENT/)
  },
)
