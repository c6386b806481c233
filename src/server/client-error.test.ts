import { expect, test } from '@jest/globals'
import { once } from 'node:events'
import { PassThrough, type Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { Log } from '../observability/log.js'
import { answerUnreadable } from './client-error.js'

/** A connection that receives a malformed request. */
class Client extends PassThrough {
  readonly connection = { refused: false, isRunning: false, running: undefined }
  text = ''
}

test('a request whose steps wait for their stage is refused once it is known whether they run', async () => {
  const client = new Client()
  const answer = answerUnreadable({
    log: new Log({ write: () => undefined }, () => 0),
    connections: { of: () => client.connection },
    relay: { newId: () => 'req_1' },
  })
  client.on('data', (piece) => (client.text += String(piece)))
  client.connection.isRunning = true
  answer(new Error('malformed'), client)
  await turn()
  await turn()
  expect(client.text).toBe('')
  client.connection.isRunning = false
  await once(client, 'close')
  expect(client.text).toMatch(/^HTTP\/1\.1 400 /)
})

test('a refusal that fails closes its connection, is logged, and leaves no other unanswered', async () => {
  const lines: string[] = []
  const log = new Log({ write: (bytes: Buffer) => lines.push(bytes.toString()) }, () => 0)
  let refused = 0
  const answer = answerUnreadable({
    log,
    connections: { of: (socket: Duplex) => (socket instanceof Client ? socket.connection : undefined) },
    relay: {
      newId: () => {
        if (refused++ === 1) throw new Error('no id')
        return 'req_1'
      },
    },
  })
  const clients = Array.from({ length: 40 }, () => new Client())
  const ends = clients.map(
    (client) => new Promise((resolve) => client.on('data', (piece) => (client.text += String(piece))).once('close', resolve)),
  )
  for (const client of clients) answer(new Error('malformed'), client)
  await Promise.all(ends)
  log.flush()
  expect(clients.filter(({ text }) => text.startsWith('HTTP/1.1 400 '))).toHaveLength(39)
  expect(lines.join('')).toContain('"message":"a request could not be refused"')
})
