// Installs the tools of a registry into build/generators/, once for each list of versions.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../contract/documents.mjs'
import { firstProblem, jar, run } from './steps.mjs'
import { folder, registries } from './tools.mjs'

const installers = {
  npm(place, versions) {
    writeFileSync(
      join(place, 'package.json'),
      JSON.stringify({ private: true, type: 'module', dependencies: Object.fromEntries(versions) }),
    )
    return run({ words: ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder: place })
  },
  python(place, versions) {
    const pip = [join(place, process.platform === 'win32' ? 'Scripts' : 'bin', 'python'), '-m', 'pip', 'install', '--quiet']
    const packages = versions.map(([name, version]) => `${name}==${version}`)
    return firstProblem([{ words: ['python3', '-m', 'venv', place] }, { words: [...pip, ...packages] }])
  },
  go(place, versions) {
    return firstProblem(
      versions.map(([name, version]) => ({ words: ['go', 'install', `${name}@${version}`], variables: { GOBIN: join(place, 'bin') } })),
    )
  },
  java() {
    if (existsSync(jar)) return undefined
    return run({ words: [join(root, 'node_modules', '.bin', 'openapi-generator-cli'), 'version'] })
  },
}

/** Why the tools of this registry cannot run here, or undefined. */
export function install(name) {
  const { needs, versions } = registries[name]
  if (run({ words: needs }) !== undefined) return `${needs[0]} is not installed`
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  const list = JSON.stringify(versions)
  const record = join(place, 'installed.json')
  if (existsSync(record) && readFileSync(record, 'utf8') === list) return undefined
  const problem = installers[name](place, Object.entries(versions))
  if (problem !== undefined) return `cannot be installed: ${problem}`
  writeFileSync(record, list)
  return undefined
}
