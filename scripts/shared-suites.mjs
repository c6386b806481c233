// Runs suites from outside of the repository: `shared-suites.mjs FOLDER [[--without] suite…]`. They run in a copy, so that the folder stays
// unchanged; the last line has the sum of their counts.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../test/free-port.ts'
import { root } from './contract/documents.mjs'
import { sideBySide } from '../test/side-by-side.ts'

const [folder, ...words] = process.argv.slice(2)
const isLeftOut = words[0] === '--without'
const named = isLeftOut ? words.slice(1) : words
if (folder === undefined || !existsSync(folder)) {
  console.error('usage: node scripts/shared-suites.mjs FOLDER [[--without] suite…]')
  process.exit(2)
}
/** Runs side by side have a copy each. */
const copy = join(root, 'build', ['shared', ...(isLeftOut ? ['without'] : []), ...named].join('-'))
const node = process.execPath
const start = `${node} ${join(root, 'dist', 'main.js')}`
const minutes = 60_000
/** The code that `anywire snippet` prints, run with the libraries that a suite has installed. */
const shownRequests = join(root, 'scripts', 'clients', 'shown-requests.mjs')

/** Each counts on its last line. A suite whose folder is missing is skipped. */
const suites = [
  { name: 'traffic against the contract', needs: 'traffic', run: () => counted(['scripts/validate-traffic.mjs', join(copy, 'traffic')]) },
  {
    name: 'black-box cases',
    needs: 'cases',
    run: async () => {
      return counted([join(copy, 'cases', 'run.mjs'), '--start', start, ...(await ports())])
    },
  },
  {
    name: 'black-box cases from newer reports',
    needs: 'cases-open',
    run: async () => {
      const words = ['--config', join(copy, 'cases', 'anywire.yaml'), '--dir', join(copy, 'cases-open')]
      return counted([join(copy, 'cases', 'run.mjs'), ...words, '--start', start, ...(await ports())])
    },
  },
  {
    name: 'replay of recorded traffic, in the same style and in each other',
    needs: 'traffic',
    run: async () => counted([join(copy, 'traffic', 'replay.mjs'), '--start', start, ...(await ports())]),
  },
  { name: 'client libraries for Node', needs: 'clients', run: nodeLibraries },
  { name: 'client libraries for Python', needs: 'clients', run: pythonLibraries },
  { name: 'coding agents', needs: 'clients/agents', run: codingAgents },
]

rmSync(copy, { recursive: true, force: true })
mkdirSync(copy, { recursive: true })
for (const name of ['cases', 'cases-open', 'traffic', 'clients'])
  if (existsSync(join(folder, name))) cpSync(join(resolve(folder), name), join(copy, name), { recursive: true })
spawnSync('chmod', ['-R', 'u+w', copy])

let passed = 0
let failed = 0
for (const { name, needs, run } of suites) {
  if (named.length > 0 && named.some((text) => name.includes(text)) === isLeftOut) continue
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

/** Runs a script and reads the counts of its last line; a script that cannot be run counts as one failure. */
function counted(words, options = {}, program = node) {
  const { status, stdout } = spawnSync(program, words, {
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

function sum(...results) {
  const total = (member) => results.reduce((all, result) => all + result[member], 0)
  return { passed: total('passed'), failed: total('failed') }
}

/** The vendors' own Node libraries, installed into the copy. */
async function nodeLibraries() {
  const cwd = join(copy, 'clients')
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--omit=optional', '--loglevel=error'], {
    cwd,
    stdio: 'inherit',
  })
  if (installed.status !== 0) return { passed: 0, failed: 1 }
  return withGateway((words) => {
    // Alone: the fake provider keeps its last 500 calls, and these checks find theirs by its index in that list.
    const gone = counted(['run.mjs', ...words, '--only', 'goes away'], { cwd })
    const others = counted(['run.mjs', ...words, '--skip', 'goes away'], { cwd })
    return sum(gone, others, counted([shownRequests, 'node', node, ...words], { cwd }))
  })
}

/** The vendors' Python libraries, in an environment of their own. Skipped, with a message, without Python. */
async function pythonLibraries() {
  const cwd = join(copy, 'clients')
  const python = join(cwd, '.venv', 'bin', 'python')
  if (spawnSync('python3', ['-m', 'venv', '.venv'], { cwd, stdio: 'inherit' }).status !== 0) {
    console.log('left out: python3 with venv is not there')
    return { passed: 0, failed: 0 }
  }
  const installed = spawnSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'], {
    cwd,
    stdio: 'inherit',
  })
  if (installed.status !== 0) return { passed: 0, failed: 1 }
  return withGateway((words) =>
    sum(counted(['run.py', ...words], { cwd }, python), counted([shownRequests, 'python', python, ...words], { cwd })),
  )
}

/** Real coding agents, installed into the copy, with no network but loopback. Failures are tried once more when the machine is less busy. */
async function codingAgents() {
  const cwd = join(copy, 'clients', 'agents')
  const offline = join(cwd, 'offline.sh')
  if (process.getuid?.() !== 0 || spawnSync('sh', [offline, 'true']).status !== 0) {
    console.log('left out: network namespaces need root and unshare')
    return { passed: 0, failed: 0 }
  }
  const names = readFileSync(join(cwd, 'agents.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    // Agents built from Rust sources take longer than all others together.
    .filter(([, registry]) => registry !== 'cargo')
    .map(([name]) => name)
  const folder = join(copy, 'agents')
  const env = { ...process.env, AGENTS_DIR: folder, NODE_BIN: join(root, 'node_modules', 'node', 'bin') }
  // The script installs one after the other.
  let installed = 0
  await sideBySide(names, async (name) => {
    const child = spawn('bash', ['install.sh', name], { cwd, env, stdio: 'inherit', timeout: 30 * minutes })
    const [status] = await once(child, 'exit')
    if (status === 0) installed += 1
  })
  if (installed < names.length) return { passed: 0, failed: 1 }
  const words = [offline, node, 'run.mjs', '--gateway', start, '--agents', folder, '--out', join(copy, 'agents-out')]
  const run = (more) => {
    const { stdout } = spawnSync('sh', [...words, ...more], {
      cwd,
      env: { ...env, PATH: `${env.NODE_BIN}:${env.PATH}` },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 28,
      timeout: 25 * minutes,
    })
    const rows = [...stdout.matchAll(/^(ok|FAIL) +(\S+) > (\S+)/gm)].map(([, end, agent, kind]) => ({
      row: `${agent} > ${kind}`,
      agent,
      end,
    }))
    const seen = rows.filter(({ agent }) => names.some((name) => agent.startsWith(name)))
    for (const line of stdout.split('\n')) if (!line.startsWith('ok ')) console.log(line)
    return { passed: seen.filter(({ end }) => end === 'ok').map(({ row }) => row), failed: seen.filter(({ end }) => end !== 'ok') }
  }
  const first = run([])
  if (first.failed.length === 0) return { passed: first.passed.length, failed: first.passed.length === 0 ? 1 : 0 }
  await lessBusy()
  const again = run(['--only', [...new Set(first.failed.map(({ agent }) => agent))].join(',')])
  const still = first.failed.filter(({ row }) => !again.passed.includes(row))
  console.log(`tried again: ${first.failed.length} rows, ${still.length} still fail`)
  return { passed: first.passed.length + first.failed.length - still.length, failed: still.length }
}

/** Resolves when a core is free, on average over a minute, or after a quarter of an hour. */
async function lessBusy() {
  for (let waited = 0; waited < 15 * minutes && loadavg()[0] > availableParallelism() - 1; waited += 5000) await pause(5000)
}

/** Runs something beside a gateway with the configuration of the cases; it gets the arguments with the addresses of gateway and fake provider. */
async function withGateway(run) {
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
    return run(['--base', base, '--token', 'sk-case', '--upstream-port', String(upstreamPort)])
  } finally {
    // Twice: the second signal ends it without waiting for running requests.
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
