import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import Koa from 'koa'
import { Log } from '../observability/log.js'
import { makeBusy } from '../relay/busy-loop-fixture.js'
import { Deadlines } from '../relay/deadlines.js'
import { ClientConnections } from './connections/client-connections.js'
import type { RequestState } from './context.js'
import { OpenRequests } from './open-requests.js'
import { requestListener } from './request-listener.js'

const begun: string[] = []
let server: Server
let client: Socket
let requests: OpenRequests

beforeEach(async () => {
  begun.length = 0
  requests = new OpenRequests()
  const clock = (): number => performance.now()
  const connections = new ClientConnections({ deadlines: new Deadlines(), clock, stallMs: 1000, unreadBytes: 1e6, most: 10 })
  const app = new Koa<RequestState>()
  app.use(({ req, res }) => {
    begun.push(req.url ?? '')
    res.end(req.url)
    return Promise.resolve()
  })
  server = createServer(requestListener(app, { log: new Log({ write: () => undefined }, clock), requests, connections }))
  server.on('connection', connections.add)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(client, 'connect')
})

afterEach(() => {
  client.destroy()
  server.closeAllConnections()
  server.close()
})

/** Resolves when this request has arrived, in the turn of the event loop in which it did. */
async function arrived(path: string): Promise<void> {
  const request = once(server, 'request')
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await request
}

test('a request begins at once while the process has time, and in its stage while it is busy', async () => {
  await arrived('/idle')
  expect(begun).toEqual(['/idle'])
  await once(client, 'data')
  await makeBusy()
  await arrived('/busy')
  expect(begun).toEqual(['/idle'])
  expect(String((await once(client, 'data'))[0])).toContain('/busy')
})

test('a client that leaves before the stage has no request that begins, and none that stays open', async () => {
  await makeBusy()
  server.once('request', (_request, response) => response.destroy())
  await arrived('/left')
  while (requestsOpen()) await turn()
  expect(begun).toEqual([])
})

function requestsOpen(): boolean {
  let none = false
  requests.whenNone(() => (none = true))
  return !none
}
