import { expect, test } from '@jest/globals'
import { PassThrough, type Duplex } from 'node:stream'
import { Log } from '../observability/log.js'
import { answerUnreadable } from './client-error.js'

/** A connection that receives a malformed request. */
class Client extends PassThrough {
  readonly connection = { refused: false, running: undefined }
  text = ''
}

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
