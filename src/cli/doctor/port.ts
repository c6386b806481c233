import { createServer } from 'node:net'
import type { Configuration } from '../../config/index.js'
import { readMark, stateOf } from '../running-gateway.js'
import type { Finding } from './finding.js'

/** Whether the gateway could listen, or does. */
export async function portFinding({ server, database }: Configuration): Promise<Finding> {
  const { host, port, socket } = server
  if (socket !== undefined) return { state: 'ok', about: 'socket', what: socket }
  const running = database.kind === 'file' ? readMark(database.path) : undefined
  if (running !== undefined && stateOf(running) === 'runs')
    return { state: 'ok', about: 'port', what: `a gateway runs at ${running.address}` }
  const what = `${host}:${port}`
  const problem = await problemOfListening(host, port)
  if (problem === undefined) return { state: 'ok', about: 'port', what: `${what} is free` }
  if (problem === 'EADDRINUSE' && (await isGateway(host, port))) return { state: 'ok', about: 'port', what: `a gateway runs at ${what}` }
  const fix = problem === 'EADDRINUSE' ? 'stop what listens there, or set server.port' : 'set server.host and server.port'
  return { state: 'fail', about: 'port', what: `${what} cannot be taken (${problem})`, fix }
}

function problemOfListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => {
      resolve('code' in error && typeof error.code === 'string' ? error.code : error.message)
    })
    server.listen({ host, port }, () => {
      server.close(() => {
        resolve(undefined)
      })
    })
  })
}

async function isGateway(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  try {
    const reply = await fetch(`http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`, { signal: AbortSignal.timeout(2000) })
    return reply.ok && (await reply.text()).includes('"ok"')
  } catch {
    return false
  }
}
