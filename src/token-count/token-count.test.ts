import { upstreamDialects } from '../dialects/registry.js'
import type { UpstreamDialect } from '../exchange/dialect-name.js'
import type { ConversationRequest } from '../exchange/request.js'
import { countConversation } from './count.js'
import { imageSize } from './image-size.js'
import { countedRequest } from './counted-request.js'
import { schemaText } from './schema-text.js'
import { Tokenizer } from './tokenizer.js'

const costs = (dialect: UpstreamDialect) => upstreamDialects[dialect].facts.tokens

const png = (width: number, height: number): string => {
  const bytes = Buffer.alloc(40)
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

const text = (words: string) => ({ type: 'text' as const, text: words, at: '' })
const conversation = (more: Partial<ConversationRequest> = {}): ConversationRequest => ({
  dialect: 'messages',
  model: 'm',
  stream: false,
  turns: [{ role: 'user', parts: [text('What is the capital of France?')], at: '' }],
  tools: [],
  settings: {},
  ...more,
})

const image = (data: string, detail?: string) => ({
  type: 'media' as const,
  kind: 'image' as const,
  source: { type: 'base64' as const, mediaType: 'image/png', data },
  at: '',
  ...(detail === undefined ? {} : { detail }),
})

describe('counting tokens', () => {
  const tokenizer = new Tokenizer()
  afterAll(() => tokenizer.close())

  test('a request costs the tokens of its text and an overhead of its dialect', async () => {
    expect(await countConversation(conversation(), costs('chat-completions'), 'm', tokenizer)).toEqual({
      tokens: 14,
      tokenizer: 'o200k_base',
    })
    expect(await countConversation(conversation(), costs('generate-content'), 'm', tokenizer)).toEqual({
      tokens: 7,
      tokenizer: 'o200k_base',
    })
  })

  test('system text, earlier turns, calls, results and tools all count', async () => {
    const tokens = async (more: Partial<ConversationRequest>) =>
      (await countConversation(conversation(more), costs('chat-completions'), 'm', tokenizer)).tokens
    const { turns } = conversation()
    const alone = await tokens({})
    const withSystem = await tokens({ turns: [{ role: 'system', parts: [text('You keep a garden diary.')], at: '' }, ...turns] })
    const withTool = await tokens({
      tools: [
        {
          type: 'function',
          name: 'read',
          description: 'Reads.',
          parameters: { type: 'object', properties: { a: { type: 'string' } } },
          at: '',
        },
      ],
    })
    const withResult = await tokens({
      turns: [
        ...turns,
        { role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name: 'read', kind: 'function', input: '{"a":"b"}', at: '' }], at: '' },
        { role: 'user', parts: [{ type: 'tool-result', callId: 'c', kind: 'function', content: [text('rain')], at: '' }], at: '' },
      ],
    })
    expect(withSystem).toBeGreaterThan(alone + 5)
    expect(withTool).toBeGreaterThan(alone + 15)
    expect(withResult).toBeGreaterThan(alone + 15)
  })

  test('special tokens are counted as text, and a very long word is counted fast', async () => {
    const startedAt = performance.now()
    const { counts } = await tokenizer.count(['<|endoftext|>', 'a'.repeat(200_000)])
    expect(counts[0]).toBeGreaterThan(1)
    expect(counts[1]).toBeGreaterThan(10_000)
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  test.each([
    ['spaces', ' ', 782],
    ['lines', '\n', 6250],
    ['ideographic spaces', '\u3000', 6250],
  ])('100,000 %s are counted fast, with an error below 5 %%', async (_name, space, tokens) => {
    const startedAt = performance.now()
    const { counts, tokenizer: name } = await tokenizer.count([space.repeat(100_000)])
    expect(performance.now() - startedAt).toBeLessThan(2000)
    expect(name).toBe('o200k_base')
    expect(Math.abs((counts[0] ?? 0) / tokens - 1)).toBeLessThan(0.05)
  })

  test('of a text that is longer than two million characters the rest is estimated', async () => {
    const { counts } = await tokenizer.count(['words '.repeat(400_000)])
    expect(Math.abs((counts[0] ?? 0) / 400_000 - 1)).toBeLessThan(0.05)
  })

  test('a short text does not wait for a long one that came before it', async () => {
    const order: string[] = []
    const long = tokenizer.count(['some words to count, '.repeat(100_000)]).then(() => order.push('long'))
    // In the thread, too.
    await tokenizer.count(['short '.repeat(500)]).then(() => order.push('short'))
    await long
    expect(order).toEqual(['short', 'long'])
  })

  test('the event loop is free while a long text is counted', async () => {
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    await tokenizer.count(['some words to count, '.repeat(50_000)])
    clearInterval(timer)
    expect(longest).toBeLessThan(100)
  })

  test('short texts need no thread, and count as they do in it', async () => {
    const withoutThread = new Tokenizer(new URL('./missing.ts', import.meta.url))
    const texts = ['What is the capital of France?', '', 'Жила-была 漢字 🙂', ' '.repeat(600), 'a'.repeat(900)]
    const { counts } = await tokenizer.count([...texts, 'and some more '.repeat(150)])
    expect(await withoutThread.count(texts)).toEqual({ tokenizer: 'o200k_base', counts: counts.slice(0, -1) })
    await withoutThread.close()
  })

  test('without the tokenizer the count is a quarter of the number of characters', async () => {
    const broken = new Tokenizer(new URL('./missing.ts', import.meta.url), () => Promise.reject(new Error('no vocabulary')))
    const startedAt = performance.now()
    expect(await broken.count(['1234'.repeat(1000)])).toEqual({ tokenizer: 'characters/4', counts: [1000] })
    expect(await broken.count(['12345678'])).toEqual({ tokenizer: 'characters/4', counts: [2] })
    // Not after the ten seconds that a count may take.
    expect(performance.now() - startedAt).toBeLessThan(9000)
    await broken.close()
  })
})

describe('images', () => {
  test.each([
    ['a PNG', png(640, 480), { width: 640, height: 480 }],
    [
      'a GIF',
      Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0x40, 1, 0xf0, 0]), Buffer.alloc(30)]).toString('base64'),
      { width: 320, height: 240 },
    ],
    [
      'a JPEG',
      Buffer.concat([Buffer.from('ffd8ffe000040000ffc0001108007800a0', 'hex'), Buffer.alloc(30)]).toString('base64'),
      { width: 160, height: 120 },
    ],
    [
      'a JPEG with a table of codes before it',
      Buffer.concat([Buffer.from('ffd8ffc4000900112233445566ffc0001108007800a0', 'hex'), Buffer.alloc(30)]).toString('base64'),
      { width: 160, height: 120 },
    ],
    [
      'a lossless WebP',
      Buffer.concat([Buffer.from('RIFF....WEBPVP8L....'), Buffer.from('2f1fc00300', 'hex'), Buffer.alloc(20)]).toString('base64'),
      { width: 32, height: 16 },
    ],
    ['something else', Buffer.alloc(64).toString('base64'), undefined],
  ])('the size of %s', (_name, data, size) => {
    expect(imageSize(data)).toEqual(size)
  })

  test.each([
    ['chat-completions', image(png(512, 512)), 255],
    ['chat-completions', image(png(4096, 4096)), 765],
    ['chat-completions', image(png(512, 512), 'low'), 85],
    ['messages', image(png(750, 100)), 100],
    ['messages', image(png(4000, 4000)), 1600],
    ['generate-content', image(png(200, 200)), 258],
    ['generate-content', image(png(1500, 700)), 516],
  ] as const)("%s: cost tokens by the provider's published rule", (dialect, part, tokens) => {
    expect(countedRequest(conversation({ turns: [{ role: 'user', parts: [part], at: '' }] }), costs(dialect)).mediaTokens).toBe(tokens)
  })

  test.each([
    ['its pages', '%PDF-1.4 << /Type /Pages >> << /Type /Page >> << /Type/Page /x 1 >>', 516],
    ['its size, at least one page, where the pages are compressed', '%PDF-1.7', 258],
  ])('a document costs tokens by %s', (_name, document, tokens) => {
    const data = Buffer.from(document).toString('base64')
    const part = {
      type: 'media' as const,
      kind: 'document' as const,
      source: { type: 'base64' as const, mediaType: 'application/pdf', data },
      at: '',
    }
    expect(countedRequest(conversation({ turns: [{ role: 'user', parts: [part], at: '' }] }), costs('generate-content')).mediaTokens).toBe(
      tokens,
    )
  })
})

test('a schema becomes a TypeScript-like type', () => {
  const schema = {
    type: 'object',
    properties: {
      unit: { enum: ['c', 'f'] },
      cities: { type: 'array', items: { type: 'string' }, description: 'Where.' },
      either: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    },
    required: ['cities'],
  }
  expect(schemaText(schema)).toBe('{\nunit?: "c" | "f",\n// Where.\ncities: string[],\neither?: number | null,\n}')
})

test('a schema without end is any type', () => {
  let schema: object = { type: 'string' }
  for (let depth = 0; depth < 20_000; depth++) schema = { type: 'array', items: schema }
  expect(schemaText(schema)).toBe(`any${'[]'.repeat(17)}`)
})

test('of a part that only its provider understands little is counted', () => {
  const part = {
    type: 'opaque' as const,
    label: 'compaction',
    dialect: 'responses' as const,
    value: { type: 'compaction', text: 'x'.repeat(100_000) },
    at: '',
  }
  const { texts } = countedRequest(conversation({ turns: [{ role: 'user', parts: [part], at: '' }] }), costs('responses'))
  expect(texts.map(({ length }) => length)).toEqual([4096])
})
