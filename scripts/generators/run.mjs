// Compiles what generators make from the published client profile: `run.mjs [--quick] [name…]`. The tools are installed into build/generators/,
// with the versions of tools.mjs; one that cannot be installed is skipped with its reason. The last line counts.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientProfileOf } from '../contract/client-profile/of-style.mjs'
import { root } from '../contract/documents.mjs'
import { install } from './install.mjs'
import { firstProblem } from './steps.mjs'
import { folder, profile, styleProfile, styles, tools } from './tools.mjs'

const words = process.argv.slice(2)
const names = words.filter((word) => word !== '--quick')
const chosen = tools.filter(({ name, quick }) =>
  names.length > 0 ? names.some((part) => name.includes(part)) : quick || !words.includes('--quick'),
)

rmSync(join(folder, 'made'), { recursive: true, force: true })
mkdirSync(join(folder, 'made'), { recursive: true })
// What the tools make imports the packages that were installed beside it.
symlinkSync(join(folder, 'npm', 'node_modules'), join(folder, 'made', 'node_modules'), 'junction')
mkdirSync(join(folder, 'profiles'), { recursive: true })
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
for (const style of styles)
  writeFileSync(styleProfile(style), JSON.stringify(clientProfileOf(read(profile), read(join(root, 'openapi', 'dist', `${style}.json`)))))
const installed = new Map()
const counts = { passed: 0, failed: 0, skipped: 0 }
for (const tool of chosen) {
  const missing = withoutRegistry(tool.registry) ?? (tool.checkedWith === undefined ? undefined : withoutRegistry(tool.checkedWith))
  const started = Date.now()
  const problem = missing ?? firstProblem(tool.steps)
  const result = missing !== undefined ? 'skipped' : problem === undefined ? 'passed' : 'failed'
  counts[result] += 1
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`${tool.name} ${tool.version}: ${result} (${seconds} s)${problem === undefined ? '' : `: ${problem}`}`)
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed > 0 ? 1 : 0

function withoutRegistry(name) {
  if (!installed.has(name)) installed.set(name, install(name))
  return installed.get(name)
}
