// Fuzz from the contract: schemathesis makes requests from each document, valid and invalid ones, and sends them to the built
// gateway, behind which our own mock answers. No reply may be a 5xx or outside its document. `schemathesis.ts [--quick] [document…]`.
// Two documents at a time, each with a gateway of its own.
// The last line counts documents: `N passed, N failed`. Without Python it prints a message and counts nothing.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atPointer, type OpenApiDocument } from '../../src/contract/schema/json-schema.js'
import { isObject } from '../../src/json/object.js'
import { startMock } from '../../src/mock/server.js'
import { startMockedGateway, token } from '../contract/gateway.js'
import { sideBySide } from '../side-by-side.js'
import type { Program } from '../program.js'

const version = '4.32.5'
const root = fileURLToPath(new URL('../..', import.meta.url))
const environment = join(root, 'build', 'schemathesis')
const program = join(environment, 'bin', 'st')
/** Those that take longest first. */
const served = ['responses', 'platform', 'generate-content', 'messages', 'media', 'chat-completions', 'models', 'realtime']
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'ignored_auth',
  'stream_events_conformance',
]
/** Documents without the coverage phase (limits of every field), which has tens of thousands of cases for each operation there. */
const withoutCoverage = ['generate-content']
/** With `--quick` these have no coverage phase, either: 68,000 requests, two thirds of the time of all. */
const withoutQuickCoverage = ['responses', 'messages']
/** Cases for each operation in the random phase, after the documented examples and the limits of every field. */
const cases = process.env['FUZZ_CASES'] ?? '40'
const quick = process.argv.includes('--quick')
/** After this time a document has failed. */
const longestMs = 600_000

async function main(): Promise<void> {
  const missing = install()
  if (missing !== undefined) {
    console.log(`skipped: ${missing}`)
    console.log('0 passed, 0 failed')
    return
  }
  const wanted = process.argv.slice(2).filter((word) => word !== '--quick')
  if (quick) console.log(`left out, as quick: the limits of every field of ${withoutQuickCoverage.join(' and ')}`)
  const documents = wanted.length === 0 ? served : wanted
  let failed = 0
  await sideBySide(documents, async (document) => {
    if (!(await fuzz(document))) failed += 1
  })
  console.log(`${documents.length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

/** Makes a Python environment, once for each version. Returns what is missing. */
function install(): string | undefined {
  const stamp = join(environment, 'anywire-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return undefined
  mkdirSync(join(root, 'build'), { recursive: true })
  if (spawnSync('python3', ['-m', 'venv', environment]).status !== 0) return 'python3 with venv is not installed'
  const pip = spawnSync(join(environment, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`], { encoding: 'utf8' })
  if (pip.status !== 0) return `schemathesis ${version} could not be installed: ${pip.stderr.trim().split('\n').at(-1) ?? ''}`
  writeFileSync(stamp, version)
  return undefined
}

/** From a gateway's log: the number of answers by status, and its own failures. */
class Answers {
  readonly byStatus = new Map<number, number>()
  readonly faults: string[] = []

  count(line: string): void {
    const status = Number(/"status":(\d+)/.exec(line)?.[1] ?? 0)
    if (line.includes('"level":"error"') && this.faults.length < mostFaults) this.faults.push(line)
    if (status > 0) this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
  }
}

const mostFaults = 5

async function fuzz(document: string): Promise<boolean> {
  const answers = new Answers()
  const mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
  const gateway = await startMockedGateway(mock.address, {
    onLine: (line) => {
      answers.count(line)
    },
  })
  const passed = await fuzzed(document, gateway, answers)
  const survived = gateway.alive
  if (!survived) console.log(`FAILED  ${document}: the gateway has not survived`)
  await gateway.stop()
  await mock.stop()
  return passed && survived
}

async function fuzzed(document: string, gateway: Program, { byStatus, faults }: Answers): Promise<boolean> {
  const { file, events } = prepared(document)
  const covered = ![...withoutCoverage, ...(quick ? withoutQuickCoverage : [])].includes(document)
  const phases = ['examples', ...(covered ? ['coverage'] : []), 'fuzzing']
  const words = [
    ...['run', file, '--url', gateway.address, '--header', `Authorization: Bearer ${token}`],
    ...['--checks', checks.join(','), '--phases', phases.join(',')],
    ...['--max-examples', cases, '--generation-deterministic'],
    ...['--workers', '1', '--request-timeout', '20', '--suppress-health-check', 'all', '--warnings', 'off', '--no-color'],
    // The header above has the token.
    ...['--generation-with-security-parameters', 'false'],
    ...['--continue-on-failure', '--no-shrink'],
  ]
  const startedAt = Date.now()
  const { status, output } = await run(words, {
    SCHEMATHESIS_HOOKS: join(root, 'test', 'fuzz', 'hooks.py'),
    ANYWIRE_FUZZ_DOCUMENT: file,
    ANYWIRE_FUZZ_EVENTS: events,
  })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
  const counts = [...byStatus].sort(([one], [other]) => one - other).map(([code, count]) => `${code}: ${count}`)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${document.padEnd(16)}  ${seconds.padStart(3)} s  ${counts.join(', ')}`)
  if (status !== 0) console.log([output, ...faults].join('\n'))
  return status === 0
}

/**
 * The document for schemathesis: without the second paths of operations, and without the schemas of whole event streams, whose events a check
 * of ours validates.
 */
function prepared(name: string): { file: string; events: string } {
  const document = documentOf(name)
  const events: Record<string, string> = {}
  const streams = new Set<object>()
  const paths: Record<string, unknown> = {}
  for (const [path, item] of Object.entries(membersOf(document, document['paths']))) {
    const operations = Object.entries(membersOf(document, item)).filter(
      ([, value]) => !String(membersOf(document, value)['operationId']).endsWith('V1'),
    )
    if (operations.every(([method]) => method === 'parameters')) continue
    paths[path] = Object.fromEntries(operations)
    for (const [, operation] of operations) {
      const { operationId, responses } = membersOf(document, operation)
      const reply = membersOf(document, membersOf(document, responses)['200'])
      const stream = membersOf(document, membersOf(document, reply['content'])['text/event-stream'])
      if (stream['schema'] === undefined) continue
      const content = membersOf(document, stream['schema'])['contentSchema']
      const reference = isObject(content) ? content['$ref'] : undefined
      events[String(operationId)] = typeof reference === 'string' ? reference : `#/components/schemas/${eventSchemas[name] ?? ''}`
      streams.add(stream)
    }
  }
  for (const stream of streams) Object.assign(stream, { schema: {} })
  const folder = join(root, 'build', 'fuzz')
  mkdirSync(folder, { recursive: true })
  const files = { file: join(folder, `${name}.json`), events: join(folder, `${name}.events.json`) }
  writeFileSync(files.file, JSON.stringify({ ...document, paths }))
  writeFileSync(files.events, JSON.stringify(events))
  return files
}

const eventSchemas: Readonly<Record<string, string>> = {
  'chat-completions': 'ChatStreamFrame',
  messages: 'MessagesStreamEvent',
  responses: 'ResponsesStreamEvent',
  'generate-content': 'GeminiStreamChunk',
}

/** The members of an object, or of the one that a reference names. */
function membersOf(document: OpenApiDocument, value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return {}
  return typeof value['$ref'] === 'string' ? membersOf(document, atPointer(document, value['$ref'])) : value
}

function run(words: readonly string[], variables: Readonly<Record<string, string>>): Promise<{ status: number | null; output: string }> {
  const child = spawn(program, words, {
    cwd: join(root, 'build', 'fuzz'),
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...variables },
    timeout: longestMs,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })))
}

function documentOf(name: string): OpenApiDocument {
  return JSON.parse(readFileSync(join(root, 'openapi', 'dist', `${name}.json`), 'utf8')) as OpenApiDocument
}

await main()
