// Compares our documents with the newest official SDKs' types, member by member, and writes docs/coverage.md. The SDKs are installed into build/coverage/;
// `--installed` compares with what is there already. `--specification NAME=FILE`, once for each file, compares with a published OpenAPI specification,
// too: NAME is one of scripts/sdk-coverage/pairs.mjs, FILE a copy on this machine. Without it the page keeps what it says of them. Exits with 1 where a
// document has less than 98 %.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { root } from './contract/documents.mjs'
import { inSnakeCase, ofOtherForm, ofSdkAlone, packages, pairs, specifications } from './sdk-coverage/pairs.mjs'
import { SchemaReader, sharedBodies } from './sdk-coverage/specification.mjs'
import { TypeReader } from './sdk-coverage/types.mjs'
import { Walk } from './sdk-coverage/walk.mjs'

const goal = 98
const folder = join(root, 'build', 'coverage')

function install() {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const newest = packages.map((name) => `${name}@${atLeast(name)}`)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...newest], {
    cwd: folder,
    stdio: 'inherit',
  })
}

/** Never an older one than the tests use, whatever the registry calls the latest. */
function atLeast(name) {
  const file = join(root, 'node_modules', name, 'package.json')
  return existsSync(file) ? `>=${JSON.parse(readFileSync(file, 'utf8')).version}` : 'latest'
}

/** The types of all pairs, by their text. */
function typesOf() {
  const texts = Object.values(pairs).flatMap((list) => list.map(([type]) => type))
  const probe = join(folder, 'probe.ts')
  writeFileSync(probe, texts.map((text, index) => `export type T${index} = ${text}\n`).join(''))
  const program = ts.createProgram([probe], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    skipLibCheck: true,
    types: [],
  })
  const source = program.getSourceFile(probe)
  const problems = program.getSemanticDiagnostics(source)
  for (const { messageText } of problems) console.error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  if (problems.length > 0) throw new Error('an SDK has renamed a type: scripts/sdk-coverage/pairs.mjs names those that are compared')
  const checker = program.getTypeChecker()
  return {
    checker,
    source,
    types: new Map(source.statements.map((statement, index) => [texts[index], checker.getTypeAtLocation(statement)])),
  }
}

const documentOf = (name) => JSON.parse(readFileSync(join(root, 'openapi', 'dist', `${name}.json`), 'utf8'))

function measure({ checker, source, types }, name) {
  const document = documentOf(name)
  const seen = new Set()
  const rows = pairs[name].map(([text, schemas, elsewhere = []]) => {
    for (const schema of schemas) if (document.components.schemas[schema] === undefined) throw new Error(`${name} has no schema ${schema}`)
    const walk = new Walk(new TypeReader(checker, source, { snakeCase: inSnakeCase(text) }), document, {
      ofSdkAlone: [...ofSdkAlone[name], ...elsewhere],
      ofOtherForm: schemas.flatMap((schema) => ofOtherForm[name]?.[schema] ?? []),
      seen,
    })
    walk.compare(
      types.get(text),
      schemas.map((schema) => ({ $ref: `#/components/schemas/${schema}` })),
      '',
    )
    return { type: text.split('.').at(-1), schema: schemas.join(', '), found: walk.found, total: walk.total, missing: walk.missing }
  })
  return { name, rows, ...sums(rows) }
}

const sums = (rows) => ({
  found: rows.reduce((total, { found }) => total + found, 0),
  total: rows.reduce((total, row) => total + row.total, 0),
})

/** A row for each of our documents that has operations of the specification. */
function measureSpecification(name, specification) {
  const { documents, schemas = {}, ofOtherForm: other = [] } = specifications[name]
  const reader = new SchemaReader(specification)
  const rows = documents.map((of) => {
    const document = documentOf(of)
    const named = (schemas[of] ?? []).map(([theirs, ours]) => [theirs, reference(theirs), [reference(ours)]])
    const walk = new Walk(reader, document, { ofOtherForm: other, seen: new Set() })
    const missing = [...sharedBodies(specification, document), ...named].flatMap(([what, theirs, ours]) => {
      const before = walk.missing.length
      walk.compare(theirs, ours, '')
      return walk.missing.slice(before).map((path) => `${what}: \`${path}\``)
    })
    return { document: of, found: walk.found, total: walk.total, missing }
  })
  return { name, version: specification.info.version, rows }
}

const reference = (name) => ({ $ref: `#/components/schemas/${name}` })

const percent = ({ found, total }) => (total === 0 ? 100 : Math.floor((found / total) * 1000) / 10)

function report(documents, versions, ofSpecifications) {
  const lines = [
    '# What the documents cover',
    '',
    "Every member and every variant of the official SDKs' types, compared with our documents. Written by `make coverage` each week; what is missing still passes where the provider has the style of the client, since all schemas are open.",
    '',
    `Compared with ${versions.join(', ')}.`,
    '',
    '| document | covered | members and variants |',
    '| --- | --- | --- |',
    ...documents.map((document) => `| ${document.name} | ${percent(document)} % | ${document.found} of ${document.total} |`),
  ]
  for (const { name, rows } of documents) {
    lines.push('', `## ${name}`, '', '| type of the SDK | schema | covered |', '| --- | --- | --- |')
    for (const row of rows) lines.push(`| ${row.type} | ${row.schema} | ${percent(row)} % of ${row.total} |`)
    const missing = rows.flatMap((row) => row.missing.map((path) => `- ${row.type}: \`${path}\``))
    lines.push('', missing.length === 0 ? 'Nothing is missing.' : 'Missing:', ...(missing.length === 0 ? [] : ['', ...missing]))
  }
  return `${lines.join('\n')}\n\n${ofSpecifications}`
}

const specificationsTitle = '## Published specifications'

function reportSpecifications(measured) {
  const lines = [
    specificationsTitle,
    '',
    "The requests, replies and events of each operation that a published OpenAPI specification shares with our documents: `node scripts/coverage.mjs --specification NAME=FILE`, with a copy of the provider's file.",
    '',
    '| specification | document | covered | members and variants |',
    '| --- | --- | --- | --- |',
    ...measured.flatMap(({ name, version, rows }) =>
      rows.map((row) => `| ${name} ${version} | ${row.document} | ${percent(row)} % | ${row.found} of ${row.total} |`),
    ),
  ]
  const missing = measured.flatMap(({ rows }) => rows.flatMap((row) => row.missing.map((one) => `- ${row.document}, ${one}`)))
  if (missing.length > 0) lines.push('', 'Missing:', '', ...missing)
  return `${lines.join('\n')}\n`
}

/** What the page says of specifications since they were last compared. */
function keptReport(page) {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const at = text.indexOf(specificationsTitle)
  return at < 0 ? '' : text.slice(at)
}

const { values: options } = parseArgs({
  options: { installed: { type: 'boolean' }, specification: { type: 'string', multiple: true, default: [] } },
})
const given = options.specification.map((text) => text.split('='))
for (const [name] of given)
  if (specifications[name] === undefined) throw new Error(`--specification: ${name} is none of ${Object.keys(specifications).join(', ')}`)
if (options.installed !== true || !existsSync(join(folder, 'node_modules'))) install()
const versions = packages.map(
  (name) => `${name} ${JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version}`,
)
const measured = typesOf()
const documents = Object.keys(pairs).map((name) => measure(measured, name))
const published = given.map(([name, file]) => measureSpecification(name, parse(readFileSync(file, 'utf8'))))
const page = join(root, 'docs', 'coverage.md')
writeFileSync(page, report(documents, versions, published.length > 0 ? reportSpecifications(published) : keptReport(page)))
execFileSync(
  process.execPath,
  [join(root, 'node_modules', 'prettier', 'bin', 'prettier.cjs'), '--write', '--log-level', 'warn', 'docs/coverage.md'],
  { cwd: root },
)
for (const document of documents) console.log(`${document.name}: ${percent(document)} %`)
for (const { name, rows } of published) for (const row of rows) console.log(`${name}, ${row.document}: ${percent(row)} %`)
if ([...documents, ...published.flatMap(({ rows }) => rows)].some((row) => percent(row) < goal)) process.exitCode = 1
