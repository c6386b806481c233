// Sends requests over a number of connections, each the next one when its reply is complete: node load.mjs ADDRESS. Commands come as lines of
// JSON on standard input, each answered by a line: { path, headers, bodies, connections, seconds } → { ok, failed, seconds, latencies }.
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'

const { hostname, port } = new URL(process.argv[2])

createInterface(process.stdin).on('line', (line) => {
  void run(JSON.parse(line)).then((result) => console.log(JSON.stringify(result)))
})

async function run({ path, headers, bodies, connections, seconds }) {
  const requests = bodies.map((body) => requestBytes(path, headers, body))
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  const tally = { ok: 0, failed: 0, times: [] }
  await Promise.all(Array.from({ length: connections }, (_, number) => converse(requests, number, end, tally)))
  const times = tally.times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { ok: tally.ok, failed: tally.failed, seconds: (performance.now() - startedAt) / 1000, p50: at(0.5), p99: at(0.99) }
}

function requestBytes(path, headers, body) {
  const lines = Object.entries({
    host: `${hostname}:${port}`,
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** One connection until `end`; a reply counts where its status is 200. */
function converse(requests, number, end, tally) {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    let next = number
    let sentAt = 0
    let reply = newReply()
    const send = () => {
      if (performance.now() >= end) return socket.destroy()
      reply = newReply()
      sentAt = performance.now()
      socket.write(requests[next++ % requests.length])
    }
    socket.on('connect', send)
    socket.on('data', (bytes) => {
      if (!reply.take(bytes)) return
      tally.times.push(performance.now() - sentAt)
      if (reply.status === 200) tally.ok++
      else tally.failed++
      if (reply.closes) socket.destroy()
      else send()
    })
    socket.on('error', () => tally.failed++)
    socket.on('close', resolve)
  })
}

/** Reads one reply; `take` returns whether it is complete. */
function newReply() {
  let head = Buffer.alloc(0)
  let left = -1
  let tail = ''
  const reply = { status: 0, closes: false, take }
  return reply

  function take(bytes) {
    if (reply.status !== 0) return body(bytes)
    head = head.length === 0 ? bytes : Buffer.concat([head, bytes])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return false
    const text = head.toString('latin1', 0, end)
    reply.status = Number(text.slice(9, 12))
    reply.closes = /\r\nconnection: close/i.test(text)
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)
    if (length !== null) left = Number(length[1])
    return body(head.subarray(end + 4))
  }

  /** A chunked reply is complete with its empty chunk; no event of the bench's provider ends like that. */
  function body(bytes) {
    if (left >= 0) return (left -= bytes.length) <= 0
    tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - 7))).slice(-7)
    return tail.endsWith('\r\n0\r\n\r\n')
  }
}
