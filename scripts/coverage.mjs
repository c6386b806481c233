// Compares our documents with the newest official SDKs' types, member by member, and writes docs/coverage.md. The SDKs are installed into build/coverage/;
// `--installed` compares with what is there already. Exits with 1 where a document has less than 98 %.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './contract/documents.mjs'
import { inSnakeCase, ofOtherForm, ofSdkAlone, packages, pairs } from './sdk-coverage/pairs.mjs'
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

function measure({ checker, source, types }, name) {
  const document = JSON.parse(readFileSync(join(root, 'openapi', 'dist', `${name}.json`), 'utf8'))
  const seen = new Set()
  const rows = pairs[name].map(([text, schemas]) => {
    for (const schema of schemas) if (document.components.schemas[schema] === undefined) throw new Error(`${name} has no schema ${schema}`)
    const walk = new Walk(checker, document, {
      ofSdkAlone: ofSdkAlone[name],
      ofOtherForm: schemas.flatMap((schema) => ofOtherForm[name]?.[schema] ?? []),
      snakeCase: inSnakeCase.has(name),
      place: source,
      seen,
    })
    walk.compare(
      types.get(text),
      schemas.map((schema) => ({ $ref: `#/components/schemas/${schema}` })),
      '',
    )
    return { type: text.split('.').at(-1), schema: schemas.join(', '), found: walk.found, total: walk.total, missing: walk.missing }
  })
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  return { name, rows, found: sum('found'), total: sum('total') }
}

const percent = ({ found, total }) => (total === 0 ? 100 : Math.floor((found / total) * 1000) / 10)

function report(documents, versions) {
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
  return `${lines.join('\n')}\n`
}

if (!process.argv.includes('--installed') || !existsSync(join(folder, 'node_modules'))) install()
const versions = packages.map(
  (name) => `${name} ${JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version}`,
)
const measured = typesOf()
const documents = Object.keys(pairs).map((name) => measure(measured, name))
writeFileSync(join(root, 'docs', 'coverage.md'), report(documents, versions))
execFileSync(
  process.execPath,
  [join(root, 'node_modules', 'prettier', 'bin', 'prettier.cjs'), '--write', '--log-level', 'warn', 'docs/coverage.md'],
  { cwd: root },
)
for (const document of documents) console.log(`${document.name}: ${percent(document)} %`)
if (documents.some((document) => percent(document) < goal)) process.exitCode = 1
