import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { Deadlines } from '../deadlines.js'
import { timedBody } from './timed-body.js'

const chunk = Buffer.from('abc')
const incoming = (): IncomingMessage => new IncomingMessage(new Socket())
const read = (request: IncomingMessage, request_ms: number) =>
  timedBody(request, { timeouts: { body_idle_ms: 1000, request_ms }, deadlines: new Deadlines(5) })

test('a client that goes on sending takes no longer than a request may', async () => {
  const request = incoming()
  let sent = 0
  const sending = setInterval(() => {
    if (sent++ < 40) request.push(chunk)
    else request.push(null)
  }, 10)
  const all = async (): Promise<void> => {
    for await (const next of read(request, 100)) expect(next.length).toBeGreaterThan(0)
  }
  await expect(all()).rejects.toMatchObject({ error: { kind: 'request_timeout' } })
  clearInterval(sending)
})

test('time in which nobody reads is not the client’s', async () => {
  const request = incoming()
  const chunks: Buffer[] = []
  for (let count = 0; count < 4; count++) request.push(chunk)
  request.push(null)
  for await (const next of read(request, 60)) {
    chunks.push(next)
    await pass(25)
  }
  expect(Buffer.concat(chunks).toString()).toBe('abcabcabcabc')
})

test('a client that leaves before the end is told so, if it still can be', async () => {
  const request = incoming()
  request.push(chunk)
  const body = read(request, 1000)
  await body.next()
  const next = body.next()
  request.destroy(new Error('reset'))
  await expect(next).rejects.toMatchObject({ error: { kind: 'invalid_request', message: 'The body ended early.' } })
})
