// A server that misbehaves as its address says, for the tests of the clients' retries, streams and errors: a client's base address is
// `<address>/<scenario>/<any id>`. `GET <base address>/visit` tells what it has seen there: `{ requests: [milliseconds…], headers: [{ … }…], closed }`.
import { performance } from 'node:perf_hooks'
import { text as textOf } from 'node:stream/consumers'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { serve } from './loopback.mjs'
import { errorEvent, errorReply, frames, reply, styleOf } from './scripted-styles.mjs'

export function startScripted() {
  const visits = new Map()
  return serve((request, response) => {
    const [, scenario, id, ...rest] = request.url.split('/')
    const key = `${scenario}/${id}`
    if (!visits.has(key)) visits.set(key, newVisit())
    const { seen: visit, asked, ask } = visits.get(key)
    if (rest.join('/') === 'visit') {
      ask()
      return sendJson(response, 200, visit)
    }
    visit.requests.push(Math.round(performance.now()))
    visit.headers.push(request.headers)
    response.on('close', () => (visit.closed ||= !response.writableFinished))
    textOf(request)
      .then((text) => {
        const path = `/${rest.join('/')}`
        const streamed = path.includes(':stream') || (text.startsWith('{') && JSON.parse(text).stream === true)
        return scenarios[scenario]({ response, style: styleOf(path), streamed, count: visit.requests.length, asked })
      })
      .catch(() => response.destroy())
  })
}

function newVisit() {
  const { promise: asked, resolve: ask } = Promise.withResolvers()
  return { seen: { requests: [], headers: [], closed: false }, asked, ask }
}

const scenarios = {
  // What a retry answers.
  busy: (exchange) => (exchange.count === 1 ? refuse(exchange, 429, 'rate_limit_exceeded', { 'retry-after-ms': '300' }) : answer(exchange)),
  'busy-a-second': (exchange) => (exchange.count === 1 ? refuse(exchange, 503, 'overloaded', { 'retry-after': '1' }) : answer(exchange)),
  dropped: (exchange) => (exchange.count === 1 ? exchange.response.destroy() : answer(exchange)),
  // What no retry helps against.
  down: (exchange) => refuse(exchange, 503, 'overloaded', { 'retry-after-ms': '1' }),
  'busy-for-an-hour': (exchange) => refuse(exchange, 429, 'rate_limit_exceeded', { 'retry-after': '3600' }),
  'quota-spent': (exchange) => refuse(exchange, 429, 'insufficient_quota', { 'retry-after-ms': '1' }),
  refused: (exchange) => refuse(exchange, 400, 'invalid_request', {}),
  ...Object.fromEntries(
    [400, 401, 402, 403, 404, 409, 413, 418, 429, 500, 503].map((status) => [
      `status-${status}`,
      (exchange) => refuse(exchange, status, 'scripted', {}),
    ]),
  ),
  page: ({ response }) => response.writeHead(502, { 'content-type': 'text/html', 'retry-after-ms': '1' }).end('<h1>Bad gateway</h1>'),
  strange: ({ response }) => sendJson(response, 200, { secret: 'sk-reply' }),
  garbled: ({ response }) => response.writeHead(200, { 'content-type': 'text/html' }).end('sk-reply'),
  silent: () => {},
  // What a client sends.
  headers: (exchange) => answer(exchange),
  // Streams.
  'garbled-event': async (exchange) => {
    await send(exchange, ['data: sk-reply\n\n'])
    exchange.response.end()
  },
  async cut(exchange) {
    await send(exchange, frames(exchange.style).slice(0, 2))
    await pause(20)
    exchange.response.destroy()
  },
  async short(exchange) {
    await send(exchange, frames(exchange.style).slice(0, 2))
    exchange.response.end()
  },
  async broken(exchange) {
    await send(exchange, [...frames(exchange.style).slice(0, 2), errorEvent(exchange.style)])
    exchange.response.end()
  },
  /** The first event; the others when the client has asked what was seen. */
  async held(exchange) {
    const [first, ...rest] = frames(exchange.style)
    await send(exchange, [first])
    await exchange.asked
    exchange.response.end(rest.join(''))
  },
  async endless(exchange) {
    const [first, second] = frames(exchange.style)
    await send(exchange, [first])
    while (!exchange.response.destroyed) {
      await pause(10)
      exchange.response.write(second)
    }
  },
  stalled: (exchange) => send(exchange, frames(exchange.style).slice(0, 1)),
  /** Byte by byte, with line ends, comments and fields that clients seldom see. */
  async awkward(exchange) {
    start(exchange.response)
    const text = `: hello\r\n\r\nretry: 10\r\n${frames(exchange.style).join(': still here\n\n')}`.replaceAll('\n\n', '\r\n\r\n')
    for (const byte of Buffer.from(text)) {
      exchange.response.write(Buffer.of(byte))
      await turn()
    }
    exchange.response.end()
  },
}

function start(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_scripted' })
}

async function send({ response }, events) {
  start(response)
  for (const event of events) response.write(event)
  await turn()
}

async function answer(exchange) {
  if (!exchange.streamed) return sendJson(exchange.response, 200, reply(exchange.style))
  await send(exchange, frames(exchange.style))
  exchange.response.end()
}

function refuse({ response, style }, status, code, headers) {
  sendJson(response, status, errorReply(style, status, code), headers)
}

function sendJson(response, status, value, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_scripted', ...headers }).end(JSON.stringify(value))
}
