// Where `server.workers` listen, at the start and after a worker was replaced.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program } from '../program.js'
import { until } from './waiting.js'

let folder: string
let gateway: Program | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-workers-'))
})
afterEach(async () => {
  await gateway?.stop()
  gateway = undefined
  rmSync(folder, { recursive: true })
})

async function start(server: object, environment: Readonly<Record<string, string>> = {}, database = 'memory'): Promise<Program> {
  write(server, database)
  gateway = await Program.startIn(folder, { environment })
  return gateway
}

function write(server: object, database = 'memory'): void {
  const configuration = {
    server: { workers: 2, ...server },
    database,
    secret_key: 'a key of at least thirty-two bytes',
    tokens: [{ name: 'test', key: 'sk-test' }],
    providers: [{ name: 'up', kind: 'openai', base_url: 'http://127.0.0.1:9/v1', api_key: 'up-key' }],
  }
  writeFileSync(join(folder, 'anywire.yaml'), JSON.stringify(configuration))
}

const statusOf = async (address: string): Promise<number> => {
  const reply = await fetch(`${address}/v1/models`, { headers: { authorization: 'Bearer sk-test', connection: 'close' } })
  await reply.text()
  return reply.status
}

test('a port that is taken ends the start', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await until('it listens', () => taken.listening)
  const { port } = taken.address() as AddressInfo
  await expect(start({}, { ANYWIRE_PORT: String(port) })).rejects.toThrow(/the program ended with 1: .*EADDRINUSE|port/s)
  taken.close()
}, 20_000)

test('a start that fails before its workers serve leaves none of them', async () => {
  // It has ended when all have.
  await expect(start({}, {}, 'file:anywire.yaml/gateway.db')).rejects.toThrow('the program ended with 1')
}, 20_000)

test('the socket file of a killed gateway is replaced', async () => {
  const socket = join(folder, 'clients.sock')
  expect((await start({ socket })).address).toBe(`unix:${socket}`)
  await gateway?.stop()
  expect((await start({ socket })).address).toBe(`unix:${socket}`)
}, 20_000)

test('a replaced worker listens where the others do, whatever the file says by now', async () => {
  const { address } = await start({})
  write({ base_path: '/elsewhere' })
  gateway?.signal('SIGHUP')
  await until('it is read', () => gateway?.output().includes('server.base_path') === true)
  const before = gateway?.workers() ?? []
  process.kill(before[0] ?? 0, 'SIGKILL')
  await until('it is replaced', () => gateway?.workers().some((id) => !before.includes(id)) === true)
  await until('the new one serves', () => gateway?.workers().length === 2)
  const statuses = new Set<number>()
  for (let count = 0; count < 40; count++) statuses.add(await statusOf(address))
  expect([...statuses]).toEqual([200])
}, 20_000)
