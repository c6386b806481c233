// A provider of ill will: what each request gets is drawn anew.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Socket } from 'node:net'
import { wholes } from '../e2e/answers.js'
import { kinds, type Kind } from '../e2e/gateway.js'
import { head, jsonType, nasty, nastyStreams, whole } from '../e2e/nasty.js'
import { goodStreams } from '../e2e/upstream-streams.js'
import type { Draw } from '../fidelity/draw.js'

type Misbehave = (socket: Socket, kind: Kind, draw: Draw) => void

const sse = 'content-type: text/event-stream'
const answer = { text: 'Grüße, 你好 🙂.', call: { name: 'look', input: { ort: '京都' } } }
const wholeText = (kind: Kind): string => JSON.stringify(wholes[kind](answer))
const statuses = ['400 Bad Request', '401 Unauthorized', '404 Not Found', '413 Too Large', '500 Error', '503 Unavailable', '529 Overloaded']

const misbehaviours: readonly (readonly [weight: number, Misbehave])[] = [
  [
    4,
    (socket, _kind, draw) => {
      draw.pick(nasty)[1](socket)
    },
  ],
  [
    2,
    (socket, _kind, draw) => {
      draw.pick(nastyStreams)[1](socket)
    },
  ],
  // A good stream that is cut after any byte, by FIN or RST.
  [
    4,
    (socket, kind, draw) => {
      const bytes = Buffer.from(goodStreams[kind].join(''))
      const rude = draw.chance(0.5)
      socket.write(head(sse))
      socket.write(bytes.subarray(0, draw.below(bytes.length)), () => (rude ? socket.resetAndDestroy() : socket.end()))
    },
  ],
  [3, drips],
  [2, statusOf],
  [
    1,
    (socket, _kind, draw) => {
      const wait = draw.pick(['retry-after: 1', 'retry-after: 99999', 'retry-after-ms: 50', 'retry-after: soon', 'x-a: 1'])
      socket.write(whole('{"error":{"message":"slow down"}}', `${jsonType}\r\n${wait}`, '429 Too Many Requests'))
    },
  ],
  // No answer at all, or nothing after the head.
  [1, () => undefined],
  [1, (socket) => socket.write(head(sse))],
  [1, (socket) => socket.resetAndDestroy()],
  // Signs of life without content.
  [
    1,
    (socket) => {
      socket.write(head(sse))
      every(socket, 100, () => ': wait\n\n')
    },
  ],
  // A whole answer where any byte is another one.
  [
    2,
    (socket, kind, draw) => {
      const bytes = Buffer.from(wholeText(kind))
      bytes[draw.below(bytes.length)] = draw.below(256)
      socket.write(whole(bytes, jsonType))
    },
  ],
  [
    1,
    (socket, kind, draw) => {
      const coding = draw.chance(0.5) ? { name: 'gzip', code: gzipSync } : { name: 'br', code: brotliCompressSync }
      socket.write(whole(coding.code(wholeText(kind)), `${jsonType}\r\ncontent-encoding: ${coding.name}`))
    },
  ],
  // An error within a good stream.
  [
    1,
    (socket, kind, draw) => {
      const frames = goodStreams[kind]
      socket.end(`${head(sse)}${frames.slice(0, draw.below(frames.length)).join('')}data: {"error":{"message":"broke","code":500}}\n\n`)
    },
  ],
  // A good stream after which the connection stays open, or goes on.
  [1, (socket, kind) => socket.write(head(sse) + goodStreams[kind].join(''))],
  [1, (socket, kind) => socket.write(head(sse) + goodStreams[kind].join('').repeat(3))],
]

/** Answers a request, whose path names the kind of provider it was meant for. */
export function misbehave(socket: Socket, request: string, draw: Draw): void {
  const kind = kinds.find((name) => request.slice(0, 100).includes(` /${name}/`)) ?? 'openai'
  draw.weighted(misbehaviours)(socket, kind, draw)
}

function drips(socket: Socket, kind: Kind, draw: Draw): void {
  const bytes = Buffer.from(goodStreams[kind].join(''))
  const size = draw.pick([1, 7, 40])
  let at = 0
  socket.write(head(sse))
  every(socket, draw.pick([1, 5]), () => {
    const piece = bytes.subarray(at, (at += size))
    return piece.length === 0 ? undefined : piece
  })
}

function statusOf(socket: Socket, _kind: Kind, draw: Draw): void {
  const body = draw.pick(['{"error":{"message":"no"}}', '', '<html>no</html>', '{"error":null}', '[]', '\xff'])
  socket.write(whole(body, draw.pick([jsonType, 'content-type: text/html', sse]), draw.pick(statuses)))
}

/** Writes a piece at each interval, until there is none. */
function every(socket: Socket, milliseconds: number, piece: () => string | Buffer | undefined): void {
  const timer = setInterval(() => {
    const next = socket.destroyed ? undefined : piece()
    if (next === undefined) {
      clearInterval(timer)
      socket.end()
    } else socket.write(next)
  }, milliseconds)
}
