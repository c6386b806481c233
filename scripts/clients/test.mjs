// Builds the clients that generate.mjs wrote and runs each one's program against the gateway: `test.mjs [--program FILE] [language…]`.
// The languages are built at the same time; the last line counts.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../contract/documents.mjs'
import { startGateway, token } from './gateway.mjs'
import { languages, missing } from './languages.mjs'
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
const gateway = able.length > 0 ? await startGateway(program, upstream.address, join(made, 'run')) : undefined
try {
  await Promise.all(able.map(([, language]) => test(language)))
} finally {
  await gateway?.stop()
  await upstream.stop()
}
const sum = (name) => results.reduce((total, counts) => total + (counts[name] ?? 0), 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`)
process.exitCode = sum('failed') > 0 ? 1 : 0

async function test(language) {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  for (const step of language.build) {
    if (typeof step === 'function') step()
    else {
      const { status, output } = await run(step)
      if (status !== 0) return result(language, { failed: 1 }, `it does not build: ${step.words.join(' ')}\n${output.slice(-6000)}`)
    }
  }
  const built = seconds()
  const { output, status } = await run(language.run)
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(output)
  if (counts === null) return result(language, { failed: 1 }, `its program ended with ${status}:\n${output.slice(-6000)}`)
  const failures = output.split('\n').filter((line) => line.startsWith('FAILED'))
  result(
    language,
    { passed: Number(counts[1]), failed: Number(counts[2]) },
    [`built in ${built}, all in ${seconds()}`, ...failures].join('\n'),
  )
}

function result({ label }, counts, remark) {
  results.push(counts)
  const text = counts.skipped ? '0 passed, 0 failed, 1 skipped' : `${counts.passed ?? 0} passed, ${counts.failed ?? 0} failed`
  console.log(`${label}: ${text} (${remark})`)
}

function withoutCommand(command) {
  return command === undefined ? undefined : `${command} is not installed`
}

function run({ words: [command, ...rest], folder = root }) {
  const child = spawn(command, rest, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 9 * minutes,
    env: {
      ...process.env,
      ANYWIRE_URL: gateway.address,
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
