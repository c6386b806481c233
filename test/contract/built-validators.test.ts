// The built program compiles nothing: what Ajv wrote for it at build time must say what Ajv says at run time.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileOperations } from '../../src/contract/compile.js'
import type { Operation } from '../../src/contract/operation.js'
import { programPath } from '../program.js'
import { documentOf, examplesOf, operationsOf, resolved } from './documents.js'
import { variants } from './variants.js'

const dist = join(programPath, '..')
const document = documentOf('gateway')
let built: readonly Operation[]
let compiled: readonly Operation[]

beforeAll(async () => {
  const module: { ownOperations: () => Promise<readonly Operation[]> } = await import(join(dist, 'contract-validators.js'))
  built = await module.ownOperations()
  compiled = await compileOperations(document)
})

test('the built operations are those of the document', () => {
  const shape = (operations: readonly Operation[]): unknown => JSON.parse(JSON.stringify(operations))
  expect(shape(built)).toEqual(shape(compiled))
  const checks = ({ body, parameters }: Operation): boolean[] =>
    [body, ...parameters.map(({ schema }) => schema)].map((check) => check !== undefined)
  expect(built.map(checks)).toEqual(compiled.map(checks))
})

test('they find the same faults in every example and in thousands of spoiled ones', () => {
  let faults = 0
  for (const { operation } of operationsOf(document)) {
    const [ours, theirs] = [built, compiled].map(
      (operations) => operations.find(({ operationId }) => operationId === operation['operationId'])?.body,
    )
    if (ours === undefined || theirs === undefined) continue
    const content = resolved(document, resolved(document, operation['requestBody'])['content'])['application/json']
    for (const example of examplesOf(document, content))
      for (const value of variants(example.value)) {
        const [found, expected] = [ours(value), theirs(value)]
        if (found !== undefined) faults += 1
        if (found?.message !== expected?.message) expect({ value, found }).toEqual({ value, found: expected })
      }
  }
  expect(faults).toBeGreaterThan(3000)
})

test('what `start` loads has no compiler of schemas in it', () => {
  const texts = new Map(
    readdirSync(dist)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(dist, name), 'utf8')]),
  )
  const loaded = new Set<string>()
  const load = (name: string): void => {
    const text = texts.get(name)
    if (text === undefined || loaded.has(name)) return
    loaded.add(name)
    for (const [, imported = ''] of text.matchAll(/\b(?:from|import) ?"\.\/([^"]+)"/g)) load(imported)
  }
  const server = [...texts].find(([, text]) => text.includes('the thread of the database ended and is begun again'))?.[0]
  expect(server).toBeDefined()
  load(server ?? '')
  expect([...loaded]).toEqual(expect.arrayContaining(['contract-validators.js', 'configuration-validator.js']))
  const compilers = [...texts].flatMap(([name, text]) =>
    /node_modules\/(?:ajv\/dist\/compile|openapi-backend)\//.test(text) ? [name] : [],
  )
  expect(compilers.length).toBeGreaterThan(0)
  expect(compilers.filter((name) => loaded.has(name))).toEqual([])
})
