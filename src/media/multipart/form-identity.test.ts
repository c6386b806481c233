import { FormIdentity } from './form-identity.js'
import { multipartLimits } from './limits.js'
import { MultipartScanner } from './scanner.js'

interface Part {
  readonly name: string
  readonly value: string
  readonly filename?: string
}

function identityOf(parts: readonly Part[], { boundary = 'XX', cut = 1000 } = {}): FormIdentity {
  const written = parts.map(({ name, value, filename }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
  })
  const body = Buffer.from(`${written.join('')}--${boundary}--\r\n`)
  const identity = new FormIdentity()
  const scanner = new MultipartScanner(boundary, multipartLimits(body.length))
  for (let at = 0; at < body.length; at += cut) for (const event of scanner.push(body.subarray(at, at + cut))) identity.push(event)
  return identity
}

const model = { name: 'model', value: 'ears' }
const file = { name: 'file', value: 'RIFF', filename: 'a.wav' }
const form = [model, file]

test('the boundary and how the bytes arrive do not matter', () => {
  const digests = [{}, { boundary: 'another' }, { cut: 1 }].map((how) => identityOf(form, how).digest().toString('hex'))
  expect(new Set(digests).size).toBe(1)
})

test.each<[string, readonly Part[]]>([
  ['another value', [model, { ...file, value: 'RIFX' }]],
  ['another name', [model, { ...file, name: 'mask' }]],
  ['another file name', [model, { ...file, filename: 'b.wav' }]],
  ['another order', [file, model]],
  ['a part more', [...form, { name: 'language', value: 'en' }]],
  [
    'bytes that moved to another part',
    [
      { ...model, value: 'earsR' },
      { ...file, value: 'IFF' },
    ],
  ],
])('%s is another form', (_, other) => {
  expect(identityOf(other).digest()).not.toEqual(identityOf(form).digest())
})

test.each<[boolean, Part]>([
  [true, { name: 'stream', value: 'true' }],
  [false, { name: 'stream', value: 'false' }],
  [false, { name: 'stream', value: 'trueish' }],
  [false, { name: 'prompt', value: 'true' }],
  [false, { name: 'stream', value: 'true', filename: 'a' }],
])('asks for a stream: %j, with the field %j', (streams, field) => {
  expect(identityOf([...form, field], { cut: 3 }).streams).toBe(streams)
})
