// What malicious clients may write to a connection: random, but the same for the same seed.
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { token } from '../e2e/gateway.js'
import { Draw } from '../fidelity/draw.js'

/** mulberry32: a small generator with the same results everywhere. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return new Draw(() => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  })
}

/** One connection: what is written on it, in which pieces, whether its replies are read, and for how long it stays. */
export interface Visit {
  readonly pieces: readonly Buffer[]
  readonly reads: boolean
  readonly staysMs: number
}

export function drawVisit(draw: Draw): Visit {
  const bytes = draw.weighted<() => Buffer>([
    [3, () => Buffer.concat(Array.from({ length: draw.pick([1, 2, 8, 9, 40, 1400]) }, () => request(draw)))],
    [3, () => mutated(draw, request(draw))],
    [2, () => Buffer.concat([request(draw), mutated(draw, request(draw))])],
    [3, () => Buffer.concat([handshake(draw), frames(draw)])],
    [1, () => mutated(draw, Buffer.concat([handshake(draw), frames(draw)]))],
    [1, () => noise(draw, draw.pick([1, 100, 20_000]))],
  ])()
  return { pieces: cut(draw, bytes), reads: draw.chance(0.6), staysMs: draw.pick([5, 30, 100, 400]) }
}

const paths = [
  ...['/v1/chat/completions', '/v1/messages', '/v1/responses', '/v1beta/models/m-openai:generateContent', '/v1/audio/transcriptions'],
  ...['/v1/images/edits', '/v1/messages/count_tokens', '/api/admin/requests?limit=-1&after=x', '/api/admin/tokens', '/api/token'],
  ...['/openapi.json', '/docs', '/healthz', '/v1/models', '/v1/responses/resp_1', '/nowhere', '//v1/models', '/v1/%6dodels', '*', '/'],
]
const names = [
  ...['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Upgrade', 'Expect', 'Authorization', 'X-Api-Key', 'X-Goog-Api-Key'],
  ...['Content-Type', 'Content-Encoding', 'Accept', 'Accept-Encoding', 'Traceparent', 'Idempotency-Key', 'X-Forwarded-For', '__proto__'],
  ...['X-Anywire-Token', 'Cookie', 'Access-Control-Request-Method', 'Access-Control-Request-Headers', 'X-Anywire-Strict'],
  ...['Sec-WebSocket-Key', 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions', 'Origin', 'Trailer', 'TE', 'Keep-Alive'],
]
const values = [
  ...['', 'x', '0', '-1', '5', '99999999999', 'chunked', 'zz, chunked', 'gzip', 'close', 'keep-alive', 'upgrade', 'websocket'],
  ...['100-continue', `Bearer ${token}`, 'Bearer', 'application/json', 'multipart/form-data; boundary=b', 'text/event-stream', 'x:99999'],
  ...['[::1]:1', '\u00ff\u00fe', 'a'.repeat(5000), ','.repeat(3000), '"\\'.repeat(1000), '=;'.repeat(1000), 'permessage-deflate; x=y'],
  ...['br', 'zstd', 'gzip, br', 'https://page.example', 'Bearer adm-case', 'multipart/form-data', 'POST'],
]

function request(draw: Draw): Buffer {
  const plain = body(draw)
  const coding = plain.length > 0 && draw.chance(0.25) ? draw.pick(codings) : undefined
  const payload = coding === undefined ? plain : damaged(draw, coding.code(plain))
  const method = payload.length > 0 ? 'POST' : draw.pick(['GET', 'GET', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'CONNECT', 'QUERY'])
  const lines = [`${method} ${draw.pick(paths)} HTTP/1.${draw.chance(0.05) ? 0 : 1}`, 'Host: x']
  if (draw.chance(0.8)) lines.push(`Authorization: Bearer ${token}`)
  if (draw.chance(0.9))
    lines.push(`Content-Type: ${draw.pick(['application/json', 'application/json', 'multipart/form-data; boundary=b'])}`)
  const chunked = payload.length > 0 && draw.chance(0.3)
  if (chunked) lines.push('Transfer-Encoding: chunked')
  else if (payload.length > 0) lines.push(`Content-Length: ${payload.length}`)
  if (coding !== undefined) lines.push(`Content-Encoding: ${draw.chance(0.9) ? coding.name : draw.pick(codings).name}`)
  while (draw.chance(0.3)) lines.push(`${draw.pick(names)}: ${draw.pick(values)}`)
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  if (!chunked) return Buffer.concat([head, payload])
  return Buffer.concat([head, Buffer.from(`${payload.length.toString(16)}\r\n`), payload, Buffer.from('\r\n0\r\n\r\n')])
}

function body(draw: Draw): Buffer {
  if (draw.chance(0.5)) return Buffer.alloc(0)
  return draw.weighted<() => Buffer>([
    [
      4,
      () =>
        Buffer.from(JSON.stringify({ model: 'm-openai', stream: draw.chance(0.5), messages: [{ role: 'user', content: draw.text() }] })),
    ],
    [1, () => Buffer.from(JSON.stringify({ model: 'm-openai', messages: value(draw, 6) }))],
    [1, () => Buffer.from('['.repeat(draw.pick([10, 1000, 200_000])))],
    [1, () => Buffer.from(`{"model":"m-openai","messages":[],"x":{${'"a":1,'.repeat(draw.pick([1, 1000, 30_000]))}"b":1}}`)],
    [1, () => Buffer.from('--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nm-openai\r\n'.repeat(draw.pick([1, 3, 2000])))],
    [3, () => form(draw)],
    // Much of the same becomes little where it is coded.
    [1, () => Buffer.alloc(draw.pick([100_000, 10_000_000]), ' ')],
    [1, () => noise(draw, draw.pick([1, 50, 5000]))],
  ])()
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const codings: readonly { readonly name: string; readonly code: (bytes: Buffer) => Buffer }[] = [
  { name: 'gzip', code: (bytes) => gzipSync(bytes) },
  { name: 'deflate', code: (bytes) => deflateSync(bytes) },
  { name: 'br', code: (bytes) => brotliCompressSync(bytes, quick) },
  { name: 'zstd', code: (bytes) => zstdCompressSync(bytes) },
]

function damaged(draw: Draw, bytes: Buffer): Buffer {
  return draw.weighted<() => Buffer>([
    [5, () => bytes],
    [1, () => bytes.subarray(0, draw.below(bytes.length) + 1)],
    [1, () => Buffer.concat([bytes, bytes])],
    [1, () => mutated(draw, bytes)],
  ])()
}

/** A form with some of its parts missing, doubled, or written in other ways. */
function form(draw: Draw): Buffer {
  const part = (): string => {
    const name = draw.pick(['model', 'model', 'file', 'file', 'image[]', 'prompt', 'Model', 'file_id', '__proto__', ''])
    const filename = draw.pick([
      '',
      '',
      '; filename="a.wav"',
      '; filename=""',
      "; filename*=utf-8''a",
      '; name*0="x"',
      `; filename="${'a'.repeat(3000)}"`,
    ])
    const more = draw.pick(['', '', 'Content-Type: audio/wav\r\n', 'Content-Transfer-Encoding: base64\r\n', `X: ${'a'.repeat(9000)}\r\n`])
    const content = draw.pick(['m-openai', 'm-openai', '', 'x'.repeat(draw.pick([10, 5000, 300_000])), '\r\n--', '--b', '\r\n--b\r\n'])
    return `--b\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n${more}\r\n${content}\r\n`
  }
  return Buffer.from(
    Array.from({ length: draw.pick([1, 2, 2, 3, 50]) }, part).join('') + draw.pick(['--b--\r\n', '--b--', '', '--b']),
    'latin1',
  )
}

function value(draw: Draw, depth: number): unknown {
  if (depth === 0 || draw.chance(0.3)) return draw.pick([null, true, -1, 1e308, '', '\ud800', 'x'.repeat(10_000), draw.text()])
  const members = Array.from({ length: draw.below(5) }, () => value(draw, depth - 1))
  if (draw.chance(0.5)) return members
  return Object.fromEntries(
    members.map((member) => [draw.pick(['role', 'content', 'type', 'text', '__proto__', 'constructor', '']), member]),
  )
}

function handshake(draw: Draw): Buffer {
  const path = draw.pick(['/v1/responses', '/v1/realtime?model=m-voice', '/v1/realtime?model=m-voice', '/v1/realtime', '/v1/x'])
  const lines = [
    ...[`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', `Authorization: Bearer ${token}`],
  ]
  if (draw.chance(0.1)) lines.push(`${draw.pick(names)}: ${draw.pick(values)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

const messages = [
  '{"type":"response.create"}',
  '{"type":"response.create","model":"m-openai","input":"hi"}',
  '{}',
  '[',
  '',
  'x',
  '{"type":1}',
]

const largeMessages = [
  `{"type":"response.create","a":${'['.repeat(100)}`,
  `{"type":"response.create","a":${'['.repeat(1_000_000)}`,
  `{"type":"response.create","model":"m-openai","input":[${'{},'.repeat(300_000)}0]}`,
  `{"type":"response.create",${Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
  `{"type":"input_audio_buffer.append","audio":"${'A'.repeat(3000)}"}`,
  `{"type":"input_audio_buffer.append","audio":"${'A'.repeat(1_000_000)}"}`,
  '\\u0000'.repeat(100_000),
]

function frames(draw: Draw): Buffer {
  const one = (): Buffer => {
    const opcode = draw.weighted([
      [6, 0x81],
      [2, 0x82],
      [1, 0x89],
      [1, 0x8a],
      [1, 0x01],
      [1, 0x80],
      [1, draw.below(256)],
    ])
    const payload = draw.chance(0.9) ? Buffer.from(draw.pick(messages)) : noise(draw, draw.below(126))
    const length = draw.chance(0.98) ? payload.length : draw.below(128)
    return Buffer.concat([Buffer.from([opcode, 0x80 | length, 0, 0, 0, 0]), payload])
  }
  if (draw.chance(0.3)) return Buffer.concat(Array.from({ length: draw.pick([1, 2, 5]) }, () => largeFrame(draw)))
  if (draw.chance(0.2))
    return Buffer.alloc(
      7 * draw.pick([5000, 50_000]),
      Buffer.concat([Buffer.from([draw.pick([0x81, 0x82, 0x89]), 0x81]), Buffer.from('\0\0\0\0x')]),
    )
  return Buffer.concat(Array.from({ length: draw.pick([1, 3, 30, 300]) }, one))
}

/** A long message, whole or not, or a piece of one. */
function largeFrame(draw: Draw): Buffer {
  const payload = Buffer.from(draw.pick(largeMessages))
  const head = Buffer.alloc(14)
  head.set([draw.pick([0x81, 0x81, 0x82, 0x01, 0x00, 0x80]), 0xff])
  head.writeUInt32BE(draw.chance(0.9) ? payload.length : draw.pick([0, 16_777_216, 16_777_217, 0xffffffff]), 6)
  const frame = Buffer.concat([head, payload])
  return draw.chance(0.7) ? frame : frame.subarray(0, draw.below(frame.length))
}

/** The bytes with a few of them replaced, removed or doubled, or with a line end too many. */
function mutated(draw: Draw, bytes: Buffer): Buffer {
  let text = bytes
  for (let count = draw.between(1, 4); count > 0; count--) {
    const at = draw.below(text.length + 1)
    const length = draw.pick([0, 1, 5])
    const put = draw.pick([
      Buffer.alloc(0),
      noise(draw, 1),
      Buffer.from('\r\n'),
      Buffer.from('\n'),
      Buffer.from('\r\n\r\n'),
      text.subarray(0, at),
    ])
    text = Buffer.concat([text.subarray(0, at), put, text.subarray(at + length)])
  }
  return text
}

function noise(draw: Draw, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => draw.below(256)))
}

function cut(draw: Draw, bytes: Buffer): Buffer[] {
  if (draw.chance(0.6)) return [bytes]
  const at = draw.below(bytes.length + 1)
  return [bytes.subarray(0, at), bytes.subarray(at)]
}
