import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfiguration, type Configuration } from '../../src/config/index.js'

/** A complete configuration from the content of a file. JSON is YAML. */
export function configurationFrom(settings: Readonly<Record<string, unknown>>): Configuration {
  const folder = mkdtempSync(join(tmpdir(), 'anywire-test-'))
  const file = join(folder, 'anywire.yaml')
  writeFileSync(file, JSON.stringify(settings))
  try {
    return loadConfiguration({ env: { ANYWIRE_CONFIG: file }, cwd: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
