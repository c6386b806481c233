import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigurationError, loadConfiguration } from './index.js'
import { brokenFiles, canary } from './broken-files-fixture.js'

describe('a broken configuration file is an error of one line that names file, key and what is expected', () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'anywire-config-'))
  })
  afterAll(() => {
    rmSync(directory, { recursive: true })
  })

  test.each(brokenFiles)('%s', (_holds, yaml, expected, env = {}) => {
    writeFileSync(join(directory, 'anywire.yaml'), yaml)
    let thrown: unknown
    try {
      loadConfiguration({ env, cwd: directory, checkOnly: true })
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(ConfigurationError)
    const message = (thrown as ConfigurationError).message
    expect(message).toMatch(expected)
    expect(message).not.toMatch(/\n/)
    expect(message).not.toContain(canary)
  })

  test('a named file that is not there', () => {
    expect(() => loadConfiguration({ env: { ANYWIRE_CONFIG: 'nowhere.yaml' }, cwd: directory })).toThrow(
      /nowhere\.yaml cannot be read \(ENOENT\)/,
    )
  })

  test('a file that is not UTF-8', () => {
    writeFileSync(join(directory, 'latin.yaml'), Buffer.from([0x64, 0xe9]))
    expect(() => loadConfiguration({ env: { ANYWIRE_CONFIG: 'latin.yaml' }, cwd: directory })).toThrow(/latin\.yaml cannot be read/)
  })
})
