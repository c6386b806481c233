// Validates recorded provider traffic against the contract: `validate-traffic.mjs FOLDER`. Every request, reply, stream event and error of
// the described endpoints must be valid, except those listed with a reason; and no mutation of them may be.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { root } from './contract/documents.mjs'
import { endpointName, endpoints } from './contract/endpoints.mjs'
import { mutationsOf } from './contract/mutations.mjs'
import { exchangedValues, readRecordings } from './contract/recordings.mjs'

register()
const { SchemaSet } = await import('../src/contract/schema/index.ts')
const reading = await import('../src/contract/schema/reading.ts')

const [folder, ...filters] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: node scripts/validate-traffic.mjs FOLDER [text that ids contain…]')
  process.exit(2)
}
const exceptions = JSON.parse(readFileSync(join(root, 'scripts', 'contract', 'traffic-exceptions.json'), 'utf8'))

const documents = new Map()
function contractOf(name) {
  if (!documents.has(name)) {
    const path = join(root, 'openapi', 'dist', `${name}.json`)
    if (!existsSync(path)) return undefined
    const document = JSON.parse(readFileSync(path, 'utf8'))
    documents.set(name, { document, schemas: new SchemaSet(document), lookup: reading.lookupIn(document) })
  }
  return documents.get(name)
}

const table = new Map()
const problems = []
const excused = []
const unread = new Set()

for (const recording of readRecordings(folder)) {
  if (filters.length > 0 && !filters.some((text) => recording.id.includes(text))) continue
  const name = endpointName(recording)
  const endpoint = endpoints[name]
  const contract = endpoint && contractOf(endpoint.document)
  if (contract === undefined) {
    unread.add(name)
    continue
  }
  const row = rowOf(name)
  row.recordings += 1
  const before = row.failed
  for (const { kind, place, value, unreadable } of exchangedValues(recording)) {
    const schema = endpoint[kind]
    if (schema === undefined) {
      problems.push(`${recording.id} ${place}: the contract names no schema for it`)
      row.failed += 1
      continue
    }
    const problem = unreadable ? { message: 'is not JSON' } : contract.schemas.component(schema)(value)
    const refusedToo = place === 'request' && problem !== undefined && [400, 422].includes(recording.response.status)
    const reason = refusedToo
      ? `the provider refused it too, with ${recording.response.status}`
      : (exceptions[recording.id]?.[place] ?? exceptions[recording.id]?.[kind])
    if (problem === undefined && reason === undefined) {
      row[kind === 'form' ? 'request' : kind] += 1
      spoil(row, contract, spoiledAs(endpoint, kind, contract, value), value, recording.id, place)
    } else if (problem === undefined) {
      row.failed += 1
      problems.push(`${recording.id} ${place}: validates, though it is listed as an exception`)
    } else if (reason !== undefined) {
      row.excused += 1
      excused.push(`${recording.id} ${place}: ${problem.message}\n    ${reason}`)
    } else {
      row.failed += 1
      problems.push(`${recording.id} ${place} (${schema}): ${problem.message}`)
    }
  }
  if (row.failed === before) row.sound += 1
}

/** The branch of an untagged union that a value matches, so that its mutations are certainly invalid. */
function spoiledAs(endpoint, kind, contract, value) {
  const branch = endpoint.branches?.[kind]?.find((name) => contract.schemas.component(name)(value) === undefined)
  return branch ?? endpoint[kind]
}

function spoil(row, contract, schema, value, id, place) {
  const validate = contract.schemas.component(schema)
  const tools = { ...reading, lookup: contract.lookup }
  for (const { what, spoiled } of mutationsOf({ $ref: `#/components/schemas/${schema}` }, value, tools)) {
    if (validate(spoiled) !== undefined) row.spoiled += 1
    else {
      row.slipped += 1
      const text = `${schema}: passes with ${what.replaceAll(/\/\d+/g, '/…')}`
      if (!row.slips.has(text)) row.slips.set(text, `${id} ${place}`)
    }
  }
}

function rowOf(name) {
  const known = table.get(name)
  if (known !== undefined) return known
  const row = {
    recordings: 0,
    sound: 0,
    request: 0,
    reply: 0,
    event: 0,
    error: 0,
    excused: 0,
    failed: 0,
    spoiled: 0,
    slipped: 0,
    slips: new Map(),
  }
  table.set(name, row)
  return row
}

const columns = ['recordings', 'request', 'reply', 'event', 'error', 'excused', 'failed', 'spoiled', 'slipped']
console.log(['endpoint'.padEnd(24), ...columns.map((column) => column.padStart(11))].join(''))
for (const [name, row] of table) console.log([name.padEnd(24), ...columns.map((column) => String(row[column]).padStart(11))].join(''))
if (unread.size > 0) console.log(`\nnot described by the contract: ${[...unread].sort().join(', ')}`)
if (excused.length > 0) console.log(`\nexceptions:\n  ${excused.join('\n  ')}`)
const slips = [...table.values()].flatMap((row) => [...row.slips].map(([text, where]) => `${text} (${where})`))
if (slips.length > 0) console.log(`\nspoiled, but accepted:\n  ${slips.join('\n  ')}`)
if (problems.length > 0) console.log(`\nproblems:\n  ${problems.join('\n  ')}`)
// A recording passes with all its values; an endpoint counts once more, as passed where no mutation was accepted.
const rows = [...table.values()]
const sum = (name) => rows.reduce((total, row) => total + row[name], 0)
const tight = rows.filter((row) => row.slipped === 0).length
const passed = sum('sound') + tight
const failed = sum('recordings') - sum('sound') + rows.length - tight
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
