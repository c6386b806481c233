// Client libraries made from the served contract: `generate.mjs [language…]` writes build/clients/<language>/.
// The settings of each generator are in clients/<language>/config.yaml.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../contract/documents.mjs'
import { typedCopy } from '../contract/typed-copy.mjs'
import { contractExamples } from './examples.mjs'
import { clientCopy, withNamedEnums } from './client-copy.mjs'
import { clientOperations } from './client-operations.mjs'

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
const contract = JSON.parse(readFileSync(join(root, 'openapi', 'dist', 'gateway.json'), 'utf8'))
const copy = clientCopy(contract)
write('contract.json', copy)
write('contract-go.json', withNamedEnums(copy))
write('contract-typescript.json', typescriptCopy(contract))
write('examples.json', contractExamples(contract))

fetchJar()
for (const language of chosen) rmSync(join(folder, language), { recursive: true, force: true })
const configs = chosen.map((language) => join('clients', language, 'config.yaml'))
const run = spawnSync('java', ['-jar', jar, 'batch', '--fail-fast', ...configs], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
writeFileSync(join(folder, 'generate.log'), `${run.stdout}${run.stderr}`)
if (run.status !== 0) stop(`openapi-generator failed; the end of build/clients/generate.log:\n${`${run.stdout}${run.stderr}`.slice(-4000)}`)
for (const language of chosen) console.log(`build/clients/${language}`)
console.log(`${chosen.length} clients generated in ${Math.round((Date.now() - started) / 1000)} s`)

/** The TypeScript client checks nothing at run time, so it uses the same exact copy as our own types. */
function typescriptCopy(document) {
  const copy = typedCopy(document)
  const { servers, tags, components } = document
  return {
    ...copy,
    servers,
    tags,
    paths: clientOperations(document.paths, (schema) => schema),
    components: { schemas: mapValues(copy.components.schemas, withoutSingles), securitySchemes: components.securitySchemes },
  }
}

/** `image` and `image[]` become one name in code: the list is kept. */
function withoutSingles(schema) {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !(`${name}[]` in schema.properties))
  return schema.properties === undefined ? schema : { ...schema, properties: Object.fromEntries(properties) }
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}

function write(name, value) {
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 1)}\n`)
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
