// Suites that live beside the clone and know nothing of this code: `shared-suites.mjs FOLDER [suite…]`. They run in a copy, so that
// the folder stays as it is; the last line sums what they counted.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './contract/documents.mjs'

const [folder, ...chosen] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  console.error('usage: node scripts/shared-suites.mjs FOLDER [suite…]')
  process.exit(2)
}
const copy = join(root, 'build', 'shared')
const node = process.execPath
const start = `${node} ${join(root, 'dist', 'main.js')}`
const minutes = 60_000

/** Each counts on its last line. A suite whose folder is not there is left out. */
const suites = [
  { name: 'traffic against the contract', needs: 'traffic', run: () => counted(['scripts/validate-traffic.mjs', join(copy, 'traffic')]) },
  {
    name: 'black-box cases',
    needs: 'cases',
    run: async () => {
      const folders = ['chat-messages', 'responses', 'gemini'].flatMap((name) => ['--dir', join(copy, 'cases', name)])
      return counted([join(copy, 'cases', 'run.mjs'), '--start', start, ...folders, ...(await ports())])
    },
  },
  {
    name: 'replay in the same style',
    needs: 'traffic',
    run: async () => counted([join(copy, 'traffic', 'replay.mjs'), '--start', start, '--only', 'same', ...(await ports())]),
  },
  { name: 'client libraries', needs: 'clients', run: clientLibraries },
]

rmSync(copy, { recursive: true, force: true })
mkdirSync(copy, { recursive: true })
for (const name of ['cases', 'traffic', 'clients'])
  if (existsSync(join(folder, name))) cpSync(join(resolve(folder), name), join(copy, name), { recursive: true })
spawnSync('chmod', ['-R', 'u+w', copy])

let passed = 0
let failed = 0
for (const { name, needs, run } of suites) {
  if (chosen.length > 0 && !chosen.some((text) => name.includes(text))) continue
  if (!existsSync(join(copy, needs))) {
    console.log(`left out: ${name} (${needs}/ is not there)`)
    continue
  }
  console.log(`\n== ${name}`)
  const started = Date.now()
  const result = await run()
  passed += result.passed
  failed += result.failed
  console.log(`== ${name}: ${result.passed} passed, ${result.failed} failed, ${Math.round((Date.now() - started) / 1000)} s`)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Runs a script and reads its last line; one that cannot be run at all has failed once. */
function counted(words, options = {}) {
  const { status, stdout } = spawnSync(node, words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
    timeout: 10 * minutes,
    ...options,
  })
  process.stdout.write(stdout)
  const last = [...stdout.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1)
  const result = last === undefined ? { passed: 0, failed: 0 } : { passed: Number(last[1]), failed: Number(last[2]) }
  return status !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

/** The vendors' own libraries, installed into the copy, against a gateway with the cases' configuration. */
async function clientLibraries() {
  const clients = join(copy, 'clients')
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--omit=optional', '--loglevel=error'], {
    cwd: clients,
    stdio: 'inherit',
  })
  if (installed.status !== 0) return { passed: 0, failed: 1 }
  const [gatewayPort, upstreamPort] = [await freePort(), await freePort()]
  const configuration = join(copy, 'clients.yaml')
  writeFileSync(configuration, readFileSync(join(copy, 'cases', 'anywire.yaml'), 'utf8').replaceAll(':9911', `:${upstreamPort}`))
  const gateway = spawn(node, [join(root, 'dist', 'main.js')], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, ANYWIRE_CONFIG: configuration, ANYWIRE_PORT: String(gatewayPort) },
  })
  const base = `http://127.0.0.1:${gatewayPort}`
  try {
    for (let attempt = 0; attempt < 100 && !(await healthy(base)); attempt += 1) await pause(100)
    const words = ['run.mjs', '--base', base, '--upstream-port', String(upstreamPort)]
    // Apart: the fake provider remembers its last 500 calls, and these checks look for theirs by its place in that list.
    const gone = counted([...words, '--only', 'goes away'], { cwd: clients })
    const others = counted([...words, '--skip', 'goes away'], { cwd: clients })
    return { passed: gone.passed + others.passed, failed: gone.failed + others.failed }
  } finally {
    // Twice: nothing here is worth a drain.
    gateway.kill('SIGTERM')
    gateway.kill('SIGTERM')
    if (gateway.exitCode === null) await Promise.race([once(gateway, 'exit'), pause(5000)])
    gateway.kill('SIGKILL')
  }
}

async function healthy(base) {
  return fetch(`${base}/healthz`).then(
    (reply) => reply.ok,
    () => false,
  )
}

async function ports() {
  return ['--gateway', `http://127.0.0.1:${await freePort()}`, '--upstream-port', String(await freePort())]
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
