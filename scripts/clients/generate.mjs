// Client libraries made from the client profile of the contract, as it is published: `generate.mjs [language…]` writes build/clients/<language>/.
// The settings of each generator are in clients/<language>/config.yaml; what is written by hand, in clients/<language>/package/, goes beside
// the generated files, and clients/<language>/generator-ignore names those that are not generated.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../contract/documents.mjs'
import { contractExamples } from './examples.mjs'

const languages = ['python', 'go', 'java', 'typescript']
const folder = join(root, 'build', 'clients')
const version = JSON.parse(readFileSync(join(root, 'openapitools.json'), 'utf8'))['generator-cli'].version
const jar = join(root, '.jar', `${version}.jar`)

const chosen = process.argv.length > 2 ? process.argv.slice(2) : languages
const unknown = chosen.filter((name) => !languages.includes(name))
if (unknown.length > 0) stop(`there is no client in ${unknown.join(', ')}; the languages are: ${languages.join(', ')}`)
if (spawnSync('java', ['-version']).status !== 0) stop('skipped: openapi-generator needs Java 17 or newer, which is not installed', 0)

const started = Date.now()
mkdirSync(folder, { recursive: true })
const examples = contractExamples(readContract('gateway'), readContract('client'))
writeFileSync(join(folder, 'examples.json'), `${JSON.stringify(examples, null, 1)}\n`)

fetchJar()
for (const language of chosen) makeRoom(language)
const configs = chosen.map((language) => join('clients', language, 'config.yaml'))
const run = spawnSync('java', ['-jar', jar, 'batch', '--fail-fast', ...configs], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
writeFileSync(join(folder, 'generate.log'), `${run.stdout}${run.stderr}`)
if (run.status !== 0) stop(`openapi-generator failed; the end of build/clients/generate.log:\n${`${run.stdout}${run.stderr}`.slice(-4000)}`)
for (const language of chosen) addWritten(language)
for (const language of chosen) console.log(`build/clients/${language}`)
console.log(`${chosen.length} clients generated in ${Math.round((Date.now() - started) / 1000)} s`)

/** The generator reads what it must not write from the folder that it writes. */
function makeRoom(language) {
  rmSync(join(folder, language), { recursive: true, force: true })
  const [, output] = /^outputDir: (.*)$/m.exec(readFileSync(join(root, 'clients', language, 'config.yaml'), 'utf8'))
  mkdirSync(join(root, output), { recursive: true })
  const ignored = join(root, 'clients', language, 'generator-ignore')
  if (existsSync(ignored)) copyFileSync(ignored, join(root, output, '.openapi-generator-ignore'))
}

function addWritten(language) {
  const written = join(root, 'clients', language, 'package')
  if (existsSync(written)) cpSync(written, join(folder, language), { recursive: true })
  copyFileSync(join(root, 'LICENSE'), join(folder, language, 'LICENSE'))
}

function readContract(name) {
  return JSON.parse(readFileSync(join(root, 'openapi', 'dist', `${name}.json`), 'utf8'))
}

function fetchJar() {
  if (existsSync(jar)) return
  execFileSync(join(root, 'node_modules', '.bin', 'openapi-generator-cli'), ['version'], { cwd: root, stdio: 'inherit' })
  if (!existsSync(jar)) stop(`openapi-generator ${version} could not be fetched into .jar/`)
}

function stop(message, code = 1) {
  console.error(message)
  process.exit(code)
}
