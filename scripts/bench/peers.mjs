// Other gateways that the bench can start when they are installed in build/bench/peers (`--peers` installs what is missing with npm).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/free-port.ts'
import { root, startServer } from './processes.mjs'

const folder = join(root, 'build', 'bench', 'peers')

/** Each says how it is started and which headers its requests need to reach the bench's provider. */
const peers = [
  {
    name: 'Portkey',
    package: '@portkey-ai/gateway@1.15.2',
    program: join(folder, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js'),
    words: (port) => [`--port=${port}`, '--headless'],
    headers: (provider) => ({
      authorization: 'Bearer sk-provider',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${provider}/v1`,
    }),
    styles: ['chat'],
  },
]

/** The peers that are there; says of the others in a line that they are skipped. */
export function installedPeers() {
  mkdirSync(folder, { recursive: true })
  return peers.filter((peer) => {
    if (!existsSync(peer.program)) {
      const words = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', '--loglevel=error', peer.package]
      spawnSync('npm', words, { stdio: 'inherit', timeout: 300_000 })
    }
    if (existsSync(peer.program)) return true
    console.log(`skipped: ${peer.name} cannot be installed (${peer.package})`)
    return false
  })
}

export async function startPeer(peer) {
  const port = await freePort()
  return await startServer(peer.program, peer.words(port), `http://127.0.0.1:${port}`)
}
