// Bodies that are no request of their style: a 400 at once, and no provider is asked.
import { gzipSync } from 'node:zlib'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { question, styles } from './client-styles.js'
import { FakeUpstream, kinds } from './gateway.js'

let upstream: FakeUpstream
let gateway: Program
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await builtGateway(upstream.address, {
    providers: kinds.map((kind) => ({
      name: kind,
      kind: kind === 'responses' ? 'openai' : kind,
      base_url: `${upstream.address}/${kind}`,
      api_key: 'up-key',
      ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
    })),
    models: kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'up' }] })),
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** A good body with one more member, of this text. */
const having = (good: string, member: string): string => good.replace('{', `{${member},`)
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const nestedObjects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
/** Instead of the schema of the tool, which every style's question has. */
const toolSchema = (good: string, schema: string): string =>
  good.replace('{"type":"object","properties":{"ort":{"type":"string"}}}', schema)

const malformed: readonly (readonly [string, (good: string) => string | Buffer])[] = [
  ['nothing', () => ''],
  ['white space', () => ' \r\n\t '],
  ['a byte order mark alone', () => Buffer.from([0xef, 0xbb, 0xbf])],
  ['cut in the middle', (good) => good.slice(0, good.length / 2)],
  ['cut before its last brace', (good) => good.slice(0, -1)],
  ['an array', (good) => `[${good}]`],
  ['a text', (good) => JSON.stringify(good)],
  ['null', () => 'null'],
  ['a number', () => '1'],
  ['true', () => 'true'],
  ['two values', (good) => `${good} ${good}`],
  ['a value and a brace', (good) => `${good}}`],
  ['a comma at the end', (good) => good.replace(/\}$/, ',}')],
  ['a comma too many', (good) => good.replace('{', '{,')],
  ['single quotes', (good) => good.replaceAll('"', "'")],
  ['a comment', (good) => good.replace('{', '{/* a comment */')],
  ['a member without quotes', (good) => having(good, 'x:1')],
  ['a member without a value', (good) => having(good, '"x":')],
  ['NaN', (good) => having(good, '"x":NaN')],
  ['a number with a leading zero', (good) => having(good, '"x":01')],
  ['a number in hexadecimal', (good) => having(good, '"x":0x10')],
  ['a control character in a text', (good) => having(good, '"x":"a\nb"')],
  ['an unknown escape', (good) => having(good, '"x":"\\x41"')],
  ['half an escape', (good) => having(good, '"x":"\\u12"')],
  ['a NUL behind it', (good) => `${good}\0`],
  ['bytes that are no UTF-8', (good) => latin1(having(good, '"x":"\xff\xfe"'))],
  ['an overlong form', (good) => latin1(having(good, '"x":"\xc0\xaf"'))],
  ['a surrogate as bytes', (good) => latin1(having(good, '"x":"\xed\xa0\x80"'))],
  ['a character beyond Unicode', (good) => latin1(having(good, '"x":"\xf4\x90\x80\x80"'))],
  ['half a character at the end', (good) => Buffer.concat([Buffer.from(good), Buffer.from([0xe2, 0x82])])],
  ['UTF-16', (good) => Buffer.from(good, 'utf16le')],
  ['UTF-16 with its mark', (good) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, 'utf16le')])],
  ['gzip without saying so', (good) => gzipSync(good)],
  ['a form', () => 'model=m-openai&messages=hi'],
  ['HTML', () => '<html><body>hi</body></html>'],
  ['an empty object', () => '{}'],
  ['65 levels', (good) => having(good, `"x":${nested(64)}`)],
  ['65 levels of objects', (good) => having(good, `"x":${nestedObjects(64)}`)],
  ['65 levels in the schema of a tool', (good) => toolSchema(good, nestedObjects(65))],
  ['100,000 levels', (good) => having(good, `"x":${nested(100_000)}`)],
  ['100,000 levels without an end', (good) => having(good, `"x":${'['.repeat(100_000)}`)],
  ['100,000 levels of objects', (good) => having(good, `"x":${nestedObjects(100_000)}`)],
  ['100,000 levels in the schema of a tool', (good) => toolSchema(good, nestedObjects(100_000))],
  ['100,000 levels from the first byte', () => nested(100_000)],
]

async function send(style: (typeof styles)[number], kind: string, stream: boolean, spoil: (good: string) => string | Buffer) {
  const { path, headers, body } = question(style, kind, stream)
  const startedAt = performance.now()
  const reply = await fetch(gateway.address + path, { method: 'POST', headers, body: spoil(body) })
  const text = await reply.text()
  return { status: reply.status, text, milliseconds: performance.now() - startedAt }
}

describe.each(styles)('%s', (style) => {
  test('the question itself is a good one, and all others differ from it', async () => {
    expect((await send(style, 'openai', false, (good) => good)).status).not.toBe(400)
    upstream.calls.length = 0
    const { body } = question(style, 'openai', false)
    for (const [, spoil] of malformed) expect(spoil(body)).not.toBe(body)
  })

  test.each(malformed)('%s is a 400 within 200 ms, in the form of the style, and no provider is asked', async (_, spoil) => {
    for (const [kind, stream] of [
      ['openai', false],
      ['anthropic', true],
    ] as const) {
      let quickest = Infinity
      for (let run = 0; run < 3 && quickest > 200; run++) {
        const { status, text, milliseconds } = await send(style, kind, stream, spoil)
        quickest = Math.min(quickest, milliseconds)
        const { error } = JSON.parse(text) as { error: { message: string; type?: string; status?: string } }
        expect([status, error.type ?? error.status]).toEqual([
          400,
          style === 'generate-content' ? 'INVALID_ARGUMENT' : 'invalid_request_error',
        ])
        expect(error.message).toMatch(/\S/)
      }
      expect(quickest).toBeLessThanOrEqual(200)
    }
    expect(upstream.calls).toEqual([])
  })

  test('64 levels pass, in the schema of a tool too', async () => {
    for (const spoil of [(good: string) => having(good, `"x":${nested(63)}`), (good: string) => having(good, `"x":${nestedObjects(63)}`)])
      expect((await send(style, 'openai', false, spoil)).status).not.toBe(400)
    upstream.calls.length = 0
  })
})
