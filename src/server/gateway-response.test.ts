import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Quotas } from '../accounting/quotas.js'
import { GatewayResponse } from './gateway-response.js'

const quotas = new Quotas({ clock: () => 0, now: () => 0 }).of({ id: 't', policy: { rates: { requestsPerMinute: 60 } } })

function response(): GatewayResponse {
  const created = new GatewayResponse(new IncomingMessage(new Socket()))
  if (quotas !== undefined) created.limits = { quotas, errorFormat: 'problem', now: () => 0 }
  return created
}

function headOf({ _header: text }: GatewayResponse & { _header?: unknown }): string {
  return String(text)
}

test.each<{ name: string; write: (response: GatewayResponse) => void }>([
  { name: 'headers', write: (one) => one.writeHead(200, { 'x-own': '1' }) },
  { name: 'a list of headers', write: (one) => one.writeHead(200, ['x-own', '1']) },
  { name: 'a message', write: (one) => one.setHeader('x-own', '1').writeHead(200, 'OK') },
  { name: 'a message and headers', write: (one) => one.writeHead(200, 'OK', { 'x-own': '1' }) },
  { name: 'no head before the body', write: (one) => one.setHeader('x-own', '1').write('text') },
])('the quotas stand in the head of a reply with $name', ({ write }) => {
  const one = response()
  write(one)
  expect(headOf(one)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(headOf(one)).toMatch(/^x-own: 1\r$/m)
  expect(headOf(one)).toMatch(/^ratelimit-policy: "requests-per-minute";q=60;w=60\r$/m)
  expect(headOf(one)).toMatch(/^ratelimit: "requests-per-minute";r=60;t=0\r$/m)
})

test('a reply to a caller without quotas has its own headers alone', () => {
  const one = new GatewayResponse(new IncomingMessage(new Socket()))
  one.writeHead(200, { 'x-own': '1' })
  expect(headOf(one)).not.toMatch(/ratelimit/)
})
