// What a server can do to its tester: nothing but fail the test.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { runContractTest, type ContractTestReport } from '../../../src/contract-test/run.js'
import { textOfResult } from '../../../src/contract-test/reports/text.js'
import { schemasOf, type DocumentName } from '../documents.js'

const token = 'sk-secret-of-the-tester'
let server: Server
let answer: (response: ServerResponse, path: string) => void
let onSocket: (send: (text: string) => boolean) => void

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true })
  server = createServer((request, response) => {
    request.resume()
    if (request.url === '/v1/models') response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}')
    else answer(response, request.url ?? '')
  })
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => undefined)
      onSocket((text) => {
        opened.send(text)
        return opened.readyState === opened.OPEN
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const run = (style: string, more: { timeoutMs?: number; totalMs?: number; only?: (name: string) => boolean } = {}) =>
  runContractTest({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    model: 'm',
    style,
    schemas: (name) => schemasOf(name as DocumentName),
    choose: ([first]) => first,
    timeoutMs: 20_000,
    only: (name) => name === 'a reply',
    ...more,
  })
const seen = ({ results }: ContractTestReport) => results.flatMap(({ problems }) => problems.map((problem) => problem.seen))

test('an endless answer is not read on', async () => {
  const piece = 'x'.repeat(1 << 20)
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const write = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  }
  expect(seen(await run('chat-completions'))).toEqual(['"the answer is larger than 32 MiB"'])
}, 30_000)

test('an answer that never ends is not waited for', async () => {
  answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  expect(seen(await run('chat-completions', { timeoutMs: 200 }))).toEqual(['"the answer was not complete after 0.2 seconds"'])
})

test('the whole test has an end', async () => {
  answer = (response) => void response.writeHead(500).end()
  const { results } = await run('chat-completions', { totalMs: -1, only: () => true })
  expect(results.length).toBeGreaterThan(10)
  expect(results.every(({ problems }) => problems[0]?.seen === '"no time left"')).toBe(true)
})

test('JSON of any depth is a problem of its server', async () => {
  answer = (response) => {
    const list = '['.repeat(2_000_000) + ']'.repeat(2_000_000)
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"id":"a","choices":[{"message":{"content":${list}}}]}`)
  }
  const { results } = await run('chat-completions')
  expect(results[0]?.problems.length).toBeGreaterThan(0)
}, 30_000)

test('a million wrong events are a few problems', async () => {
  const frame = (id: number): string => `data: {"id":"${id}","wrong${id % 50}":1}\n\n`
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(Array.from({ length: 50_000 }, (_, id) => frame(id)).join(''))
  }
  const { results } = await run('chat-completions', { only: (name) => name.startsWith('a stream:') })
  expect(results[0]?.problems).toHaveLength(5)
  expect(JSON.stringify(results).length).toBeLessThan(20_000)
}, 30_000)

test('what is shown has neither the token nor what moves the cursor', async () => {
  answer = (response) => {
    const message = `\u001b[2J\u202e${token} ${Buffer.from(token).toString('base64')}`
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message, type: message } }))
  }
  const report = await run('chat-completions', { only: () => true })
  const text = report.results.map(textOfResult).join('')
  expect(text).toContain('[removed]')
  for (const hidden of [token, Buffer.from(token).toString('base64').slice(0, 12), '\u001b', '\u202e']) expect(text).not.toContain(hidden)
})

test('the token is not sent where a redirect leads', async () => {
  const paths: string[] = []
  answer = (response, path) => {
    paths.push(path)
    response.writeHead(307, { location: '/elsewhere' }).end()
  }
  await run('messages')
  expect(paths).toEqual(['/v1/messages'])
})

test('a session that never stops sending is closed', async () => {
  onSocket = (send) => {
    const again = (): void => {
      for (let count = 0; count < 1000; count++) if (!send('{"type":"session.updating","event_id":"e"}')) return
      setImmediate(again)
    }
    again()
  }
  const { results } = await run('realtime', { only: (name) => name === 'an answer as text' })
  expect(results[0]?.problems.length).toBeGreaterThan(0)
}, 30_000)
