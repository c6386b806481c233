import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { Deadlines } from '../../relay/deadlines.js'
import { ClientConnections } from './client-connections.js'

const deadlines = new Deadlines()
let connections: ClientConnections
let server: Server
let clients: Socket[]
let told: unknown[]
let now: number

beforeEach(async () => {
  told = []
  now = 0
  const onSurplus = (...surplus: unknown[]): void => void told.push(surplus)
  connections = new ClientConnections({ deadlines, stallMs: 1000, unreadBytes: 1000, most: 3, onSurplus, clock: () => now })
  server = createServer(connections.add)
  clients = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  await new Promise((resolve) => server.close(resolve))
})

/** Resolves with the gateway's side of a new connection. */
function connected(): Promise<Socket> {
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  clients.push(client)
  return accepted
}

test('beyond the most connections the oldest idle one makes room; one that waits for its reply, or is a WebSocket, stays', async () => {
  const busy = await connected()
  const socket = await connected()
  const idle = await connected()
  const [first, second] = [connections.of(busy), connections.of(socket)]
  if (first === undefined || second === undefined) throw new Error('not counted')
  first.unread = 1
  second.upgraded = true
  const next = await connected()
  expect([busy, socket, idle, next].map(({ destroyed }) => destroyed)).toEqual([false, false, true, false])
})

test('where all are busy the new one is closed', async () => {
  for (let count = 0; count < 3; count++) {
    const connection = connections.of(await connected())
    if (connection !== undefined) connection.upgraded = true
  }
  expect((await connected()).destroyed).toBe(true)
})

test('that connections are closed to make room is told once a minute, with how many they were', async () => {
  for (let count = 0; count < 5; count++) await connected()
  expect(told).toEqual([['all', 1]])
  now += 60_000
  await connected()
  expect(told).toEqual([
    ['all', 1],
    ['all', 2],
  ])
})

test('that clients are disconnected for too many unread bytes is told, too; that they have stalled is not', async () => {
  for (let count = 0; count < 2; count++) {
    const connection = connections.of(await connected())
    if (connection === undefined) throw new Error('not counted')
    connection.look = () => undefined
    connection.unread = 900
    connection.movedAt = 0
  }
  connections.onDue(500)
  expect(told).toEqual([['unread', 1]])
  connections.onDue(1000)
  expect(told).toEqual([['unread', 1]])
})
