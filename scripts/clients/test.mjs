// Builds the clients that generate.mjs wrote and runs each one's programs against the gateway, its mock and a server that misbehaves:
// `test.mjs [--program FILE] [language…]`.
// The languages are built at the same time; the last line counts.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../contract/documents.mjs'
import { startGateway, startMock, token } from './gateway.mjs'
import { languages, missing } from './languages.mjs'
import { startScripted } from './scripted.mjs'
import { startUpstream } from './upstream.mjs'

const words = process.argv.slice(2)
const program = words[0] === '--program' ? words.splice(0, 2)[1] : join(root, 'dist', 'main.js')
const made = join(root, 'build', 'clients')
const minutes = 60_000

const results = []
const able = []
for (const [name, language] of Object.entries(languages)) {
  if (words.length > 0 && !words.includes(name)) continue
  const reason = !existsSync(join(made, name)) ? '`make clients` has not made it' : withoutCommand(missing(language))
  if (reason === undefined) able.push([name, language])
  else result(language, { skipped: 1 }, reason)
}

const upstream = await startUpstream()
const scripted = await startScripted()
const folder = join(made, 'run')
const gateway = able.length > 0 ? await startGateway(program, upstream.address, folder) : undefined
const mock = able.length > 0 ? await startMock(program, folder) : undefined
try {
  await Promise.all(able.map(([, language]) => test(language)))
} finally {
  await gateway?.stop()
  await mock?.stop()
  await scripted.stop()
  await upstream.stop()
}
const sum = (name) => results.reduce((total, counts) => total + (counts[name] ?? 0), 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`)
process.exitCode = sum('failed') > 0 ? 1 : 0

async function test(language) {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  for (const step of language.build) {
    const problem = await perform(step)
    if (problem !== undefined) return result(language, { failed: 1 }, `it does not build: ${problem}`)
  }
  const built = seconds()
  const counts = { passed: 0, failed: 0 }
  const failures = []
  const failed = (text) => {
    counts.failed += 1
    failures.push(text)
  }
  for (const one of language.programs) {
    const { output, status } = await run(one)
    const found = /(\d+) passed, (\d+) failed\s*$/.exec(output)
    if (found === null) failed(`its program ended with ${status}:\n${output.slice(-6000)}`)
    else {
      counts.passed += Number(found[1])
      counts.failed += Number(found[2])
      failures.push(...output.split('\n').filter((line) => line.startsWith('FAILED')))
    }
  }
  for (const { address } of language.first === undefined ? [] : [gateway, mock]) {
    const { output, status } = await run(language.first, address)
    if (status === 0 && output.trim() !== '' && (address === mock.address || output.trim() === 'Hello')) counts.passed += 1
    else failed(`the first example at ${address} ended with ${status}: ${output.slice(-2000)}`)
  }
  result(language, counts, [`built in ${built}, all in ${seconds()}`, ...failures].join('\n'))
}

/** What went wrong in a step, or undefined. */
async function perform(step) {
  if (typeof step === 'function') {
    try {
      await step()
      return undefined
    } catch (error) {
      return String(error)
    }
  }
  const { status, output } = await run(step)
  return status === 0 ? undefined : `${step.words.join(' ')}\n${output.slice(-6000)}`
}

function result({ label }, counts, remark) {
  results.push(counts)
  const text = counts.skipped ? '0 passed, 0 failed, 1 skipped' : `${counts.passed ?? 0} passed, ${counts.failed ?? 0} failed`
  console.log(`${label}: ${text} (${remark})`)
}

function withoutCommand(command) {
  return command === undefined ? undefined : `${command} is not installed`
}

function run({ words: [command, ...rest], folder: place = root }, address = gateway.address) {
  const child = spawn(command, rest, {
    cwd: place,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 9 * minutes,
    env: {
      ...process.env,
      ANYWIRE_URL: address,
      ANYWIRE_SCRIPTED: scripted.address,
      ANYWIRE_TOKEN: token,
      ANYWIRE_EXAMPLES: join(made, 'examples.json'),
    },
  })
  let output = ''
  child.stdout.on('data', (piece) => (output += piece))
  child.stderr.on('data', (piece) => (output += piece))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: -1, output: String(error) }))
    child.on('close', (status) => resolve({ status, output }))
  })
}
