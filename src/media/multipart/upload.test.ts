import { tmpdir } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { GatewayFailure } from '../../exchange/error.js'
import { multipartLimits } from './limits.js'
import { MultipartUpload, type UploadOptions } from './upload.js'

const part = (name: string, value: string | Buffer, filename?: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--XX\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: audio/x-own; a=b`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
const end = Buffer.from('--XX--\r\n')
const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, 'sound')

function upload(
  body: Buffer,
  options: { readonly cut?: number; readonly taken?: { bytes: number }; readonly total?: number } & Pick<UploadOptions, 'identity'> = {},
): MultipartUpload {
  const cut = options.cut ?? 65536
  async function* source(): AsyncGenerator<Buffer> {
    for (let from = 0; from < body.length; from += cut) {
      if (options.taken !== undefined) options.taken.bytes = from
      yield await Promise.resolve(body.subarray(from, from + cut))
    }
  }
  return new MultipartUpload({
    source: source(),
    boundary: 'XX',
    limits: multipartLimits(options.total ?? 27262976),
    spoolFolder: tmpdir(),
    files: ['file'],
    ...(options.identity === undefined ? {} : { identity: options.identity }),
  })
}

async function drain(form: MultipartUpload, model: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of form.bytes(model)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

describe.each([
  ['first', (file: Buffer) => [part('model', 'alias'), part('language', 'en'), file]],
  ['last', (file: Buffer) => [file, part('language', 'en'), part('model', 'alias')]],
  ['in between', (file: Buffer) => [part('language', 'en'), part('model', 'alias'), file, part('prompt', 'Ada')]],
])('the model stands %s', (_, order) => {
  test.each([
    ['small', Buffer.from('RIFF')],
    ['large', megabytes(3)],
  ])('a %s form comes out byte for byte but for the model', async (_size, bytes) => {
    const body = Buffer.concat([...order(part('file', bytes, 'naïve.wav')), end])
    const form = upload(body)
    expect(await form.prepare()).toBe('alias')
    const wanted = Buffer.concat([
      ...order(part('file', bytes, 'naïve.wav')).map((piece) => (piece.includes('"model"') ? part('model', 'upstream-name') : piece)),
      end,
    ])
    expect((await drain(form, 'upstream-name')).equals(wanted)).toBe(true)
    await form.dispose()
  })
})

test('a large form is not read faster than it is sent on', async () => {
  const taken = { bytes: 0 }
  const form = upload(Buffer.concat([part('model', 'alias'), part('file', megabytes(20), 'a.wav'), end]), { taken })
  await form.prepare()
  expect(taken.bytes).toBeLessThan(1024 * 1024)
  expect(form.length('x')).toBeUndefined()
  const bytes = form.bytes('x')
  for (let count = 0; count < 16; count++) await bytes.next()
  expect(taken.bytes).toBeLessThan(2 * 1024 * 1024)
  expect(form.isRepeatable()).toBe(false)
  await form.dispose()
})

test('a large form whose identity is wanted is read whole before it is sent on, and can be sent twice', async () => {
  const body = Buffer.concat([part('model', 'alias'), part('file', megabytes(3), 'a.wav'), end])
  const seen: string[] = []
  const form = upload(body, { identity: { push: ({ type }) => (type === 'data' ? undefined : seen.push(type)) } })
  await form.prepare()
  expect(seen).toEqual(['part', 'part-end', 'part', 'part-end', 'end'])
  const once = await drain(form, 'alias')
  expect([once.equals(body), form.isRepeatable(), (await drain(form, 'alias')).equals(body)]).toEqual([true, true, true])
  await form.dispose()
})

test('a small form is read completely: its length is known, and it can be sent twice', async () => {
  const form = upload(Buffer.concat([part('file', 'RIFF', 'a.wav'), part('model', 'alias'), end]))
  await form.prepare()
  const once = await drain(form, 'other')
  expect(form.length('other')).toBe(once.length)
  expect(form.isRepeatable()).toBe(true)
  expect((await drain(form, 'other')).equals(once)).toBe(true)
  await form.dispose()
})

test('the whole form can be read into memory', async () => {
  const form = upload(Buffer.concat([part('model', 'alias'), part('file', megabytes(2), 'a.wav'), part('prompt', 'Ada'), end]))
  await form.prepare()
  const { fields, files } = await form.readAll()
  expect(fields).toEqual([
    { name: 'model', value: 'alias' },
    { name: 'prompt', value: 'Ada' },
  ])
  expect(files.map(({ name, filename, contentType, bytes }) => [name, filename, contentType, bytes.length])).toEqual([
    ['file', 'a.wav', 'audio/x-own; a=b', 2 * 1024 * 1024],
  ])
  await form.dispose()
})

test.each<[string, Buffer[], string]>([
  ['no model', [part('file', 'RIFF', 'a.wav')], '/model'],
  ['an empty model', [part('model', ''), part('file', 'RIFF', 'a.wav')], '/model'],
  ['two models', [part('model', 'a'), part('model', 'b'), part('file', 'RIFF', 'a.wav')], '/model'],
  ['a model that is too long', [part('model', 'x'.repeat(600)), part('file', 'RIFF', 'a.wav')], '/model'],
  ['a second model as a file', [part('model', 'a'), part('model', 'secret', ''), part('file', 'RIFF', 'a.wav')], '/model'],
  ['a model in another case', [part('model', 'a'), part('Model', 'secret'), part('file', 'RIFF', 'a.wav')], '/Model'],
  ['more models', [part('model', 'a'), part('models', 'secret'), part('file', 'RIFF', 'a.wav')], '/models'],
  ['a model as a list', [part('model', 'a'), part('model[]', 'secret'), part('file', 'RIFF', 'a.wav')], '/model[]'],
  ['no file', [part('model', 'alias'), part('prompt', 'Ada')], '/file'],
  ['a file as text', [part('model', 'alias'), part('file', 'RIFF')], '/file'],
])('%s is refused before anything is sent', async (_, parts, param) => {
  const form = upload(Buffer.concat([...parts, end]))
  await expect(form.prepare()).rejects.toMatchObject({ error: { kind: 'invalid_request', param } })
  await form.dispose()
})

test('a fault found while the form is streamed is kept as the failure', async () => {
  const form = upload(Buffer.concat([part('model', 'alias'), part('file', megabytes(26), 'a.wav'), end]), { total: 64 * 1024 * 1024 })
  await form.prepare()
  await expect(drain(form, 'x')).rejects.toBeInstanceOf(GatewayFailure)
  expect(form.failure?.error.kind).toBe('request_too_large')
  await form.dispose()
})

test('an incomplete form is refused', async () => {
  const form = upload(Buffer.concat([part('model', 'alias'), part('file', 'RIFF', 'a.wav')]))
  await expect(form.prepare()).rejects.toMatchObject({ error: { kind: 'invalid_request' } })
  await form.dispose()
})

const headed = (head: string): Buffer => Buffer.from(`--XX\r\n${head}\r\n\r\nsecret\r\n`)

test.each([
  ['two Content-Disposition lines', 'Content-Disposition: form-data; name="x"\r\nContent-Disposition: form-data; name="model"'],
  ['a name in parts', 'Content-Disposition: form-data; name*0="mo"; name*1="del"'],
  ['a name in parts beside a plain one', 'Content-Disposition: form-data; name="x"; name*0="mo"; name*1="del"'],
  ['a name in another charset', 'Content-Disposition: form-data; name="x"; name*=UTF-8\'\'model'],
  ['two names', 'Content-Disposition: form-data; name="x"; name="model"'],
])('a part with %s is refused: readers differ about it', async (_, head) => {
  const form = upload(Buffer.concat([part('model', 'alias'), headed(head), part('file', 'RIFF', 'a.wav'), end]))
  await expect(form.prepare()).rejects.toMatchObject({ error: { kind: 'invalid_request' } })
  await form.dispose()
})

test.each([
  ['another header', 'Content-Disposition: form-data; name="x"\r\nContent-Transfer-Encoding: quoted-printable', 'name="x"'],
  ['escaped quotes', 'Content-Disposition: form-data; name="a\\"; name=model; b"', 'name="a%22; name=model; b"'],
  ['a bare name', 'content-disposition:form-data;name=x', 'name="x"'],
])('the head of a part is written anew: %s', async (_, head, written) => {
  const form = upload(Buffer.concat([part('model', 'alias'), headed(head), part('file', 'RIFF', 'a.wav'), end]))
  await form.prepare()
  expect((await drain(form, 'm')).toString()).toContain(`--XX\r\nContent-Disposition: form-data; ${written}\r\n\r\nsecret\r\n`)
  await form.dispose()
})

test('a form that comes byte by byte takes little more memory than its bytes', async () => {
  const bytes = Buffer.alloc(300_000, 'sound')
  const form = upload(Buffer.concat([part('file', bytes, 'a.wav'), part('model', 'alias'), end]), { cut: 1 })
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  await form.prepare()
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * 1024 * 1024)
  const { files } = await form.readAll()
  expect(files[0]?.bytes.equals(bytes)).toBe(true)
  await form.dispose()
})
