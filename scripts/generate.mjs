// Generates all files that depend on the contract: generated/<document>/model/*.ts (openapi-generator, types only),
// generated/operations.ts and openapi/dist/*.json (bundled documents; client.json is the profile for client generators). `generate.mjs [document…]`, all documents by default; `--check` writes nothing
// and fails where the committed files differ.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { documentNames, hasGateway, readDocument, root } from './contract/documents.mjs'
import { bundleDocuments, bundleGateway } from './contract/bundle.mjs'
import { clientProfile } from './contract/client-profile/index.mjs'
import { operationTypes } from './contract/operation-types.mjs'
import { typedCopy } from './contract/typed-copy.mjs'

const generatorVersion = JSON.parse(readFileSync(join(root, 'openapitools.json'), 'utf8'))['generator-cli'].version
const jar = join(root, '.jar', `${generatorVersion}.jar`)

function main() {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const check = process.argv.includes('--check')
  const all = names.length === 0
  const known = documentNames()
  const chosen = all ? known : names.filter((name) => name !== 'gateway')
  for (const name of chosen) if (!known.includes(name)) fail(`there is no openapi/${name}.yaml; the documents are: ${known.join(', ')}`)
  const owners = ownersOfSchemas(known)

  mkdirSync(join(root, 'build'), { recursive: true })
  const work = mkdtempSync(join(root, 'build', 'generate-'))
  try {
    const bundled = bundleDocuments(chosen, join(work, 'bundled'))
    const expected = new Map()
    for (const [name, document] of Object.entries(bundled)) expected.set(`openapi/dist/${name}.json`, asJson(document))
    if ((all || names.includes('gateway')) && hasGateway()) {
      const gateway = bundleGateway(join(work, 'gateway'), { strict: check })
      expected.set('openapi/dist/gateway.json', asJson(gateway))
      expected.set('openapi/dist/client.json', asJson(clientProfile(gateway)))
      expected.set('generated/operations.ts', operationTypes(gateway, owners))
    }
    if (haveJava()) for (const [path, text] of generateModels(bundled, work)) expected.set(path, text)
    else console.log('skipped: generated/ (Java 17 or newer is not installed; it is only needed when a document changes)')

    const stale = staleFiles(chosen, expected, all)
    const changed = [...expected].filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
    if (check) report(changed, stale)
    else write(changed, stale)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** openapi-generator in one run over all documents; returns path → text of the model files and their barrels. */
function generateModels(bundled, work) {
  const configs = Object.entries(bundled)
    .filter(([, document]) => Object.keys(document.components?.schemas ?? {}).length > 0)
    .map(([name, document]) => {
      const input = join(work, `${name}.json`)
      writeFileSync(input, JSON.stringify(typedCopy(document)))
      const config = join(work, `${name}.config.json`)
      writeFileSync(
        config,
        JSON.stringify({
          generatorName: 'typescript-axios',
          inputSpec: input,
          outputDir: join(work, 'models', name),
          globalProperties: { models: '', modelDocs: 'false' },
          typeMappings: { AnyType: 'unknown' },
          languageSpecificPrimitives: ['unknown'],
          additionalProperties: {
            withSeparateModelsAndApi: true,
            apiPackage: 'api',
            modelPackage: 'model',
            supportsES6: true,
            importFileExtension: '.js',
          },
        }),
      )
      return config
    })
  if (configs.length === 0) return []
  fetchJar()
  const run = spawnSync('java', ['-jar', jar, 'batch', '--fail-fast', ...configs], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const log = `${run.stdout}${run.stderr}`
  for (const line of log.split('\n')) if (/\b(ERROR|WARN)\b/.test(line) && !/model is not|no longer/.test(line)) console.log(line)
  if (run.status !== 0) fail(`openapi-generator failed:\n${log}`)

  const files = []
  for (const name of Object.keys(bundled)) {
    const folder = join(work, 'models', name, 'model')
    if (!existsSync(folder)) continue
    const models = readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
      .sort()
    for (const file of models) files.push([`generated/${name}/model/${file}`, readFileSync(join(folder, file), 'utf8')])
    files.push([`generated/${name}/model/index.ts`, models.map((file) => `export * from './${file.replace(/\.ts$/, '.js')}'\n`).join('')])
  }
  return files
}

function fetchJar() {
  if (existsSync(jar)) return
  execFileSync(join(root, 'node_modules', '.bin', 'openapi-generator-cli'), ['version'], { cwd: root, stdio: 'inherit' })
  if (!existsSync(jar)) fail(`openapi-generator ${generatorVersion} could not be fetched into ${relative(root, dirname(jar))}`)
}

function haveJava() {
  return spawnSync('java', ['-version']).status === 0
}

/** Generated files whose schema or document was removed. */
function staleFiles(chosen, expected, all) {
  if (![...expected.keys()].some((path) => path.startsWith('generated/'))) return []
  const made = join(root, 'generated')
  const folders = all ? (existsSync(made) ? readdirSync(made) : []) : chosen
  return folders.flatMap((name) => {
    const folder = join(made, name, 'model')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .map((file) => `generated/${name}/model/${file}`)
      .filter((path) => !expected.has(path))
  })
}

function report(changed, stale) {
  for (const [path] of changed) console.log(`differs: ${path}`)
  for (const path of stale) console.log(`left over: ${path}`)
  if (changed.length + stale.length > 0) fail('generated files are not current: run `make generate` and commit the result')
  console.log('generated files are current')
}

function write(changed, stale) {
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of stale) rmSync(join(root, path))
  console.log(`${changed.length} files written, ${stale.length} removed`)
}

/** Schema name → document. Names must be unique over all documents, so that the joined document keeps them. */
function ownersOfSchemas(names) {
  const owners = new Map()
  const clashes = []
  for (const name of names)
    for (const schema of Object.keys(readDocument(name)?.components?.schemas ?? {})) {
      if (owners.has(schema)) clashes.push(`${schema} (in ${owners.get(schema)} and ${name})`)
      owners.set(schema, name)
    }
  if (clashes.length > 0) fail(`schema names used twice: ${clashes.join(', ')}`)
  return owners
}

function asJson(value) {
  return `${JSON.stringify(value, null, 1)}\n`
}

function fail(message) {
  throw new Stop(message)
}

class Stop extends Error {}

try {
  main()
} catch (error) {
  console.error(error instanceof Stop ? error.message : error)
  process.exitCode = 1
}
