// The programs that the bench starts, each in a process of its own.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'anywire-bench-'))
const started = []

process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A program of this folder; resolves with its process and the address that it prints. */
export async function startScript(name, words = []) {
  return await firstAddress(process.execPath, [join(import.meta.dirname, name), ...words])
}

/** The load, which answers each line of JSON with one. */
export function startLoad(address) {
  const child = start(process.execPath, [join(import.meta.dirname, 'load.mjs'), address])
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return async (order) => {
    child.stdin.write(`${JSON.stringify(order)}\n`)
    return JSON.parse((await lines.next()).value)
  }
}

/** The built gateway of `project`, with one model whose provider has this style; authentication, validation, limits, records and the log are on. */
export function startGateway(project, provider, kind, flags = []) {
  const file = join(folder, `gateway-${started.length}.yaml`)
  writeFileSync(file, JSON.stringify(configuration(provider, kind)))
  const environment = { ANYWIRE_CONFIG: file, ANYWIRE_PORT: '0' }
  return firstAddress(join(project, 'node_modules', '.bin', 'node'), [...flags, join(project, 'dist', 'main.js')], environment)
}

function configuration(provider, kind) {
  const address = { chat: `${provider}/v1`, responses: `${provider}/v1`, messages: provider }[kind]
  return {
    server: { port: 0 },
    database: `file:${join(folder, `books-${started.length}.db`)}`,
    timeouts: { drain_delay_ms: 1, drain_ms: 1000 },
    secret_key: 'a key of at least thirty-two bytes',
    tokens: [{ name: 'bench', key: 'sk-bench', max_concurrent: 10_000, requests_per_minute: 1e9, budget_usd: '1000000' }],
    providers: [
      {
        name: 'provider',
        kind: kind === 'messages' ? 'anthropic' : 'openai',
        base_url: address,
        api_key: 'sk-provider',
        ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
      },
    ],
    models: [
      {
        name: 'bench-model',
        targets: [{ provider: 'provider', model: 'bench-model' }],
        price: { input_per_million_usd: '1', output_per_million_usd: '2' },
      },
    ],
  }
}

/** A server that says nothing that could be relied on: resolves when `address` answers. */
export async function startServer(program, words, address) {
  const child = start(process.execPath, [program, ...words])
  child.stdout.resume()
  for (let attempt = 0; attempt < 200; attempt++) {
    const answers = await fetch(address).then(
      () => true,
      () => false,
    )
    if (answers) return { child, address }
    await sleep(50)
  }
  throw new Error(`${program} does not answer at ${address}`)
}

function start(command, words, environment = {}) {
  const child = spawn(command, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  started.push(child)
  return child
}

async function firstAddress(command, words, environment) {
  const child = start(command, words, environment)
  return await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${words.join(' ')} ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const address = /http:\/\/[\w.:]+\d/.exec(line)?.[0]
      if (address !== undefined) resolve({ child, address })
    })
  })
}

/** Ends a program; it may write a profile first. */
export async function ended(child) {
  child.removeAllListeners('exit')
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

/** Processor time of a process, with all of its threads, in microseconds. */
export function processorMicroseconds({ pid }) {
  let total = 0
  for (const thread of readdirSync(`/proc/${pid}/task`))
    total += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  return total / 1000
}

/** Resident memory in MiB. */
export function memoryMiB({ pid }) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
