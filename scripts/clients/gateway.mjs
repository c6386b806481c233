// Starts the built gateway in front of the test's own providers, and its mock.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../test/free-port.ts'
import { root } from '../contract/documents.mjs'

export const token = 'sk-clients'

/** `program`: the bundle to run. */
export async function startGateway(program, upstream, folder) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'anywire.yaml')
  writeFileSync(file, JSON.stringify(configuration(upstream)))
  const port = await freePort()
  return startServer([program], port, { ANYWIRE_CONFIG: file, ANYWIRE_PORT: String(port) }, join(folder, 'gateway.log'))
}

/** The gateway's mock, which needs no provider. */
export async function startMock(program, folder) {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  return startServer([program, 'mock', '--port', String(port)], port, {}, join(folder, 'mock.log'))
}

async function startServer(words, port, variables, logFile) {
  const log = openSync(logFile, 'w')
  const server = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', log, log], env: { ...process.env, ...variables } })
  const address = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (server.exitCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (server.exitCode !== null) break
    if (await healthy(address)) return { address, stop }
    await pause(200)
  }
  await stop()
  throw new Error(`a server did not start; its log is ${logFile}`)
}

function configuration(upstream) {
  const targets = {
    chat: 'openai',
    'org/chat': 'openai',
    responses: 'responses',
    messages: 'anthropic',
    gemini: 'gemini',
    embed: 'openai',
    rank: 'cohere',
    hear: 'openai',
    paint: 'openai',
    speak: 'openai',
  }
  const provider = (name, kind, path, more = {}) => ({ name, kind, base_url: upstream + path, api_key: 'up-key', ...more })
  return {
    server: { host: '127.0.0.1', port: 0 },
    database: 'memory',
    tokens: [{ name: 'clients', key: token }],
    providers: [
      provider('openai', 'openai', '/openai/v1'),
      provider('responses', 'openai', '/openai/v1', { chat_api: 'responses' }),
      provider('anthropic', 'anthropic', '/anthropic'),
      provider('gemini', 'gemini', '/gemini'),
      provider('cohere', 'cohere', '/cohere'),
    ],
    models: Object.entries(targets).map(([name, from]) => ({ name, targets: [{ provider: from, model: 'up' }] })),
  }
}

async function healthy(address) {
  return fetch(`${address}/healthz`).then(
    (reply) => reply.ok,
    () => false,
  )
}
