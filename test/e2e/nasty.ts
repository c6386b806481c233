// What a provider of ill will may answer, byte for byte.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Socket } from 'node:net'
import { chunk, goodEnd, goodReply } from './two-providers.js'

export const json = JSON.stringify(goodReply)
export const stream = chunk('good') + goodEnd
export const head = (headers: string, status = '200 OK'): string => `HTTP/1.1 ${status}\r\n${headers}\r\n\r\n`
export const whole = (body: string | Buffer, headers: string, status?: string): Buffer =>
  Buffer.concat([Buffer.from(head(`${headers}\r\ncontent-length: ${Buffer.byteLength(body)}`, status), 'latin1'), Buffer.from(body)])

/** Writes for ever, as fast as it is read. */
function endless(socket: Socket, piece: string | Buffer): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', write)
  }
  write()
}

export const jsonType = 'content-type: application/json'
const chunked = `${jsonType}\r\ntransfer-encoding: chunked`

export const nasty: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['HTML with 200', (socket) => socket.write(whole('<html>busy</html>', 'content-type: text/html'))],
  ['HTML that calls itself JSON', (socket) => socket.write(whole('<html>busy</html>', jsonType))],
  ['JSON that is cut', (socket) => socket.write(whole(json.slice(0, 50), jsonType))],
  ['JSON of another kind', (socket) => socket.write(whole('[1,2]', jsonType))],
  ['a length that is too short', (socket) => socket.write(head(`${jsonType}\r\ncontent-length: 10`) + json)],
  ['a length that is too long', (socket) => socket.end(head(`${jsonType}\r\ncontent-length: ${json.length + 10}`) + json)],
  ['a length that is no number', (socket) => socket.end(head(`${jsonType}\r\ncontent-length: many`) + json)],
  ['two lengths', (socket) => socket.end(head(`${jsonType}\r\ncontent-length: 5\r\ncontent-length: 500`) + json)],
  ['a length over the limit', (socket) => socket.write(head(`${jsonType}\r\ncontent-length: 2000000000`))],
  ['a header of 64 KiB', (socket) => socket.write(whole(json, `${jsonType}\r\nx-a: ${'a'.repeat(65_536)}`))],
  [
    '1,000 headers',
    (socket) => socket.write(whole(json, [jsonType, ...Array.from({ length: 1000 }, (_, index) => `x-${index}: 1`)].join('\r\n'))),
  ],
  ['a bare CR in a header', (socket) => socket.write(whole(json, `${jsonType}\r\nx-a: one\rx-b: two`))],
  ['a control character in a header', (socket) => socket.write(whole(json, `${jsonType}\r\nx-a: one\u0001two`))],
  ['no HTTP at all', (socket) => socket.end('SSH-2.0-OpenSSH\r\n')],
  ['a bad status line', (socket) => socket.end('HTTP/1.1 9999 no\r\n\r\n')],
  ['a bad chunk size', (socket) => socket.write(`${head(chunked)}zz\r\n{}\r\n0\r\n\r\n`)],
  ['101', (socket) => socket.write(head('connection: upgrade\r\nupgrade: websocket', '101 Switching Protocols'))],
  ['204', (socket) => socket.write(head('x-a: 1', '204 No Content'))],
  ['304', (socket) => socket.write(head('x-a: 1', '304 Not Modified'))],
  ['a redirect', (socket) => socket.write(whole('', `location: http://127.0.0.1:9/elsewhere`, '307 Temporary Redirect'))],
  ['gzip inside gzip', (socket) => socket.write(whole(gzipSync(gzipSync(json)), `${jsonType}\r\ncontent-encoding: gzip, gzip`))],
  ['an unknown encoding', (socket) => socket.write(whole(json, `${jsonType}\r\ncontent-encoding: rot13`))],
  ['gzip that is none', (socket) => socket.write(whole(json, `${jsonType}\r\ncontent-encoding: gzip`))],
  ['gzip that is cut', (socket) => socket.write(whole(gzipSync(json).subarray(0, 40), `${jsonType}\r\ncontent-encoding: gzip`))],
  ['a gzip bomb', (socket) => socket.write(whole(gzipBomb, `${jsonType}\r\ncontent-encoding: gzip`))],
  ['a brotli bomb', (socket) => socket.write(whole(brotliBomb, `${jsonType}\r\ncontent-encoding: br`))],
  [
    'a body without end',
    (socket) => {
      socket.write(head(chunked))
      endless(socket, `4000\r\n${'a'.repeat(0x4000)}\r\n`)
    },
  ],
  ['bytes that are not UTF-8', (socket) => socket.write(whole(Buffer.from(json.replace('ok', '\xff\xfe'), 'latin1'), jsonType))],
]
const gzipBomb = gzipSync(Buffer.alloc(100_000_000, 'a'))
const brotliBomb = brotliCompressSync(Buffer.alloc(50_000_000, 'a'))

export const nastyStreams: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['an event stream that is HTML', (socket) => socket.end(head('content-type: text/event-stream') + '<html>busy</html>\n\n')],
  ['a gzip bomb', (socket) => socket.write(whole(gzipBomb, 'content-type: text/event-stream\r\ncontent-encoding: gzip'))],
  [
    'a line without end',
    (socket) => {
      socket.write(head('content-type: text/event-stream'))
      endless(socket, 'a'.repeat(10_000))
    },
  ],
  [
    'bytes that are not UTF-8',
    (socket) =>
      socket.end(Buffer.concat([Buffer.from(head('content-type: text/event-stream')), Buffer.from('data: {"a":"\xff"}\n\n', 'latin1')])),
  ],
  ['frames that are no objects', (socket) => socket.end(`${head('content-type: text/event-stream')}data: 5\n\ndata: null\n\ndata: []\n\n`)],
  ['only [DONE]', (socket) => socket.end(`${head('content-type: text/event-stream')}data: [DONE]\n\n`)],
]
