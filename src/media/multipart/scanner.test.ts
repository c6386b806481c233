import busboy from 'busboy'
import { GatewayFailure } from '../../exchange/error.js'
import type { MultipartForm } from './form.js'
import { multipartLimits, type MultipartLimits } from './limits.js'
import { readBoundary, readPartHead } from './part-head.js'
import { MultipartScanner } from './scanner.js'
import { FormReader } from './upload.js'

const generous = multipartLimits(64 * 1024 * 1024)
const crlf = (text: string): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'))

const form = crlf(
  [
    'a preamble, which is ignored',
    '--XX',
    'Content-Disposition: form-data; name="model"',
    '',
    'ears',
    '--XX  ',
    'content-disposition: form-data; name="file"; filename="na\u00efve \\"a\\".wav"',
    'Content-Type: audio/wav; rate=8',
    '',
    'bytes\n--X not the boundary\n--XY neither',
    '--XX',
    'Content-Disposition: form-data; name="empty"',
    '',
    '',
    '--XX',
    "Content-Disposition: form-data; name=plain; filename*=UTF-8''b%C3%AF.txt; filename=fallback.txt",
    '',
    '\u00fc',
    '--XX--',
    'an epilogue',
  ].join('\n'),
)

const expected = [
  { name: 'model', value: 'ears' },
  { name: 'file', filename: 'naïve "a".wav', contentType: 'audio/wav; rate=8', bytes: 'bytes\r\n--X not the boundary\r\n--XY neither' },
  { name: 'empty', value: '' },
  { name: 'plain', filename: 'bï.txt', bytes: 'ü' },
]

function read(body: Buffer, cut: number, limits: MultipartLimits = generous, boundary = 'XX'): MultipartForm {
  const scanner = new MultipartScanner(boundary, limits)
  const reader = new FormReader()
  for (let from = 0; from < body.length; from += cut) for (const event of scanner.push(body.subarray(from, from + cut))) reader.push(event)
  scanner.end()
  return reader.form
}

const listed = ({ fields, files }: MultipartForm): unknown[] =>
  [...fields, ...files.map(({ bytes, ...file }) => ({ ...file, bytes: bytes.toString() }))].sort(
    (one, other) => expected.findIndex(({ name }) => name === one.name) - expected.findIndex(({ name }) => name === other.name),
  )

test('the parts do not depend on the sizes of the chunks', () => {
  for (let cut = 1; cut <= form.length; cut++) expect(listed(read(form, cut))).toEqual(expected)
})

test('random binary forms are read as a library reads them', async () => {
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  for (let round = 0; round < 40; round++) {
    // Bytes from a small alphabet, so that beginnings of the boundary are frequent.
    const parts = Array.from({ length: 1 + random(4) }, (_, index) => ({
      name: `f${index}`,
      bytes: Buffer.from(Array.from({ length: random(300) }, () => [13, 10, 45, 66, 0, 255][random(6)] ?? 0)),
    }))
    const body = Buffer.concat([
      ...parts.flatMap(({ name, bytes }) => [
        Buffer.from(`--B\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n`),
        bytes,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--B--\r\n'),
    ])
    const ours = read(body, 1 + random(64), generous, 'B').files.map(({ name, bytes }) => [name, bytes.toString('hex')])
    expect(ours).toEqual(await theirs(body))
  }
})

function theirs(body: Buffer): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const found: [string, string][] = []
    const parser = busboy({ headers: { 'content-type': 'multipart/form-data; boundary=B' } })
    parser.on('file', (name, stream) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => found.push([name, Buffer.concat(chunks).toString('hex')]))
    })
    parser.on('close', () => {
      resolve(found)
    })
    parser.on('error', reject)
    parser.end(body)
  })
}

const file = (bytes: number): Buffer =>
  Buffer.concat([crlf('--XX\nContent-Disposition: form-data; name="file"; filename="f"\n\n'), Buffer.alloc(bytes, 1), crlf('\n--XX--\n')])
const field = (bytes: number): Buffer =>
  Buffer.concat([crlf('--XX\nContent-Disposition: form-data; name="prompt"\n\n'), Buffer.alloc(bytes, 97), crlf('\n--XX--\n')])
const parts = (count: number): Buffer =>
  Buffer.concat([...Array.from({ length: count }, () => crlf('--XX\nContent-Disposition: form-data; name="a"\n\nb\n')), crlf('--XX--\n')])
const header = (bytes: number): Buffer => crlf(`--XX\nContent-Disposition: form-data; name="${'n'.repeat(bytes)}"\n\nb\n--XX--\n`)

describe('limits apply exactly at the limit', () => {
  const limits: MultipartLimits = { totalBytes: 10_000, fileBytes: 5000, fieldBytes: 1000, headerBytes: 500, parts: 32 }
  test.each<[string, Buffer, number | undefined]>([
    ['a file of the largest size', file(5000), undefined],
    ['a file of one byte more', file(5001), 413],
    ['a field of the largest size', field(1000), undefined],
    ['a field of one byte more', field(1001), 413],
    ['32 parts', parts(32), undefined],
    ['33 parts', parts(33), 413],
    ['headers within the limit', header(440), undefined],
    ['headers over the limit', header(520), 400],
    ['headers without an end', crlf(`--XX\nContent-Disposition: ${'x'.repeat(3000)}`), 400],
    ['a form larger than the total limit', Buffer.alloc(10_001, 97), 413],
  ])('%s', (_, body, status) => {
    for (const cut of [1, 7, body.length]) expect(statusOf(() => read(body, cut, limits))).toBe(status)
  })
})

test.each([
  ['nothing', ''],
  ['no boundary', 'hello'],
  ['another boundary', '--YY\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--YY--\r\n'],
  ['no end', '--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
  ['no end after a part', '--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--XX'],
  ['a part without a name', '--XX\r\nContent-Disposition: form-data\r\n\r\nb\r\n--XX--\r\n'],
  ['a part without a disposition', '--XX\r\nContent-Type: text/plain\r\n\r\nb\r\n--XX--\r\n'],
  ['garbage after a boundary', '--XXgarbage\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--XX--\r\n'],
  ['a line that ends without CR after a boundary', '--XX\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--XX--\r\n'],
  ['one dash after a boundary', '--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--XX-\r\n'],
  ['a CR alone after a boundary', '--XX\rContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--XX--\r\n'],
  ['spaces without end after a boundary', `--XX${' '.repeat(65)}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--XX--\r\n`],
])('%s is a 400', (_, body) => {
  for (const cut of [1, 1000]) expect(statusOf(() => read(Buffer.from(body), cut))).toBe(400)
})

test('done after the last boundary, not before', () => {
  const scanner = new MultipartScanner('XX', generous)
  const seen = Array.from(form, (byte) => {
    scanner.push(Buffer.of(byte))
    return scanner.done
  })
  expect(seen.indexOf(true)).toBe(form.indexOf('--XX--') + '--XX--'.length - 1)
  expect(scanner.push(Buffer.from('--XX\r\n'))).toEqual([])
})

function statusOf(run: () => unknown): number | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error
    return error.error.kind === 'request_too_large' ? 413 : 400
  }
}

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a b;c"', 'a b;c'],
  ['multipart/form-data;boundary=----WebKit', '----WebKit'],
])('the boundary of %s', (type, boundary) => {
  expect(readBoundary(type)).toBe(boundary)
})

test.each(['multipart/form-data', 'multipart/form-data; boundary=', `multipart/form-data; boundary=${'x'.repeat(71)}`])(
  '%s has no boundary',
  (type) => {
    expect(() => readBoundary(type)).toThrow(GatewayFailure)
  },
)

test('a path from a browser keeps its backslashes', () => {
  expect(readPartHead(crlf('Content-Disposition: form-data; name="f"; filename="C:\\temp\\a.wav"\n\n')).filename).toBe('C:\\temp\\a.wav')
})
