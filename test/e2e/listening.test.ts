import { request } from 'node:http'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { tokenCaller } from '../../src/access/caller.js'
import { openStore } from '../../src/store/store.js'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'

const folder = mkdtempSync(join(tmpdir(), 'anywire-listening-'))
let upstream: FakeUpstream
const gateways: RunningGateway[] = []
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
})
afterAll(async () => {
  await upstream.stop()
  rmSync(folder, { recursive: true })
})
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.stop()
})

async function listening(server: object): Promise<RunningGateway> {
  const gateway = await gatewayFor(upstream, { server: { port: 0, ...server } })
  gateways.push(gateway)
  return gateway
}

const statusOf = async (url: string): Promise<number> => (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status

test('below a base path everything is served, beside it nothing but the health checks', async () => {
  const { address } = await listening({ base_path: '/ai' })
  expect(address.endsWith('/ai')).toBe(true)
  const root = address.slice(0, -'/ai'.length)
  expect(await statusOf(`${address}/v1/models`)).toBe(200)
  expect(await statusOf(`${address}/healthz`)).toBe(200)
  expect(await statusOf(`${root}/healthz`)).toBe(200)
  expect(await statusOf(`${root}/v1/models`)).toBe(404)
  const socket = new WebSocket(`${address.replace('http', 'ws')}/v1/responses`, { headers: { authorization: `Bearer ${token}` } })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.terminate()
})

test('a Unix socket, also where a killed process left its file behind', async () => {
  const path = join(folder, 'gateway.sock')
  const ask = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request({ socketPath: path, path: '/healthz', headers: { host: 'gateway' } }, (response) => {
        response.resume().once('end', () => {
          resolve(response.statusCode)
        })
      })
        .once('error', reject)
        .end()
    })
  const first = await listening({ socket: path })
  expect([first.address, await ask()]).toEqual([`unix:${path}`, 200])
})

test('a file that is no socket stays where it is', async () => {
  const path = join(folder, 'notes.txt')
  writeFileSync(path, 'mine')
  await expect(listening({ socket: path })).rejects.toThrow('EADDRINUSE')
  expect(readFileSync(path, 'utf8')).toBe('mine')
})

test('a database is bound to the secret_key of its tokens', async () => {
  const path = join(folder, 'a.db')
  const store = await openStore({ kind: 'file', path })
  expect([await store.isUnder('a'.repeat(32)), await store.isUnder('b'.repeat(32))]).toEqual([true, true])
  const caller = tokenCaller({ id: 't', name: 't', owner: 't' }, {})
  await store.tokens.add({ caller, hash: 'h', prefix: 'sk-aw-000000' }, new Date(0))
  expect([await store.isUnder('b'.repeat(32)), await store.isUnder('a'.repeat(32))]).toEqual([true, false])
  await store.close()
})
