// Compiles the validators of the program in the build, so that a start needs no Ajv. A plugin of esbuild writes them to files of their own,
// minified, which the program imports in place of the modules that compile at run time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { register } from 'tsx/esm/api'
import { root } from '../contract/documents.mjs'

register()
const { _ } = await import('ajv')
const { compileShape } = await import('../../src/config/compile-shape.ts')
const { createExplainingAjv } = await import('../../src/contract/schema/ajv.ts')
const { describeOperations } = await import('../../src/contract/describe.ts')
const { lookupIn, tagsOf } = await import('../../src/contract/schema/reading.ts')
const { documentId, withDecidedUnions } = await import('../../src/contract/schema/decided-unions.ts')
const { withSchemas } = await import('../../src/contract/operation.ts')

const contract = join(root, 'openapi', 'dist', 'gateway.json')

const modules = [
  { source: 'contract/own-operations', file: 'contract-validators.js', write: operationsModule },
  { source: 'config/compiled-shape', file: 'configuration-validator.js', write: shapeModule },
]

export const validators = {
  name: 'validators',
  setup(program) {
    for (const { source, file } of modules)
      program.onResolve({ filter: new RegExp(`[./]${source.split('/')[1]}\\.js$`) }, () => ({ path: `./${file}`, external: true }))
    let written
    // Once for all rebuilds of a watching build.
    program.onStart(() => (written ??= Promise.all(modules.map((module) => writeModule(module, program.initialOptions.outdir)))).then(() => undefined))
  },
}

async function writeModule({ source, file, write }, folder) {
  await build({
    stdin: { contents: await write(), resolveDir: join(root, 'src', source, '..') },
    outfile: join(root, folder, file),
    bundle: true,
    format: 'esm',
    platform: 'node',
    minify: true,
  })
}

/** The code in place of `src/contract/own-operations.ts`. */
async function operationsModule() {
  const document = JSON.parse(readFileSync(contract, 'utf8'))
  const unions = []
  const ajv = createExplainingAjv(unions, { code: { source: true, esm: true }, inlineRefs: false, messages: false })
  ajv.addSchema(withDecidedUnions(document), documentId)
  const names = {}
  const compiled = new Map()
  const compile = (key, schema) => {
    const known = compiled.get(key)
    if (known !== undefined) return known
    const name = `validate_${compiled.size}`
    compiled.set(key, name)
    ajv.addSchema(schema, name)
    // Compiles now, which adds its unions to `unions`.
    ajv.getSchema(name)
    names[name] = name
    return name
  }
  const described = await describeOperations(document)
  const operations = described.map((operation) =>
    withSchemas(operation, (pointer) => new Code(`explaining(${compile(pointer, { $ref: documentId + pointer })}, union)`)),
  )
  const lookup = lookupIn(document)
  const branches = []
  // Compiling branches may add further unions to the list.
  for (let number = 0; number < unions.length; number++)
    branches.push(
      unions[number]
        .filter((branch) => typeof branch === 'object')
        .map((branch) => ({ validate: new Code(compile(branch, branch)), tags: tagsOf(branch, lookup) })),
    )
  return [
    "import { explaining } from './schema/explain.js'",
    standalone.default(ajv, names),
    `const unions = ${written(branches)}`,
    'const union = (number) => unions[number]',
    `const operations = ${written(operations)}`,
    'export const ownOperations = () => Promise.resolve(operations)',
  ].join('\n')
}

/** The code in place of `src/config/compiled-shape.ts`. */
function shapeModule() {
  const { ajv, validate } = compileShape({ source: true, esm: true, formats: _`formats` })
  return ["import { formats } from './formats.js'", standalone.default(ajv, validate), 'export const compiledShape = () => validate'].join('\n')
}

/** A JavaScript expression inside a value that is written as code. */
class Code {
  constructor(text) {
    this.text = text
  }
}

function written(value) {
  if (value instanceof Code) return value.text
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${written(member)}`)
    .join(', ')} }`
}
