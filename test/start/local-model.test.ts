import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program } from '../program.js'

const installed = existsSync(new URL('../../.local-model/node_modules/.anywire-installed', import.meta.url))
const question = 'What is the capital of France?'
const model = 'smollm2-135m-instruct'

/** One plain and one streamed request of each style, and where the answer's text is. */
const styles = [
  {
    style: 'chat completions',
    path: '/v1/chat/completions',
    body: { model, temperature: 0, messages: [{ role: 'user', content: question }] },
    text: ['choices', 0, 'message', 'content'],
    delta: ['choices', 0, 'delta', 'content'],
  },
  {
    style: 'messages',
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: { model, temperature: 0, max_tokens: 50, messages: [{ role: 'user', content: question }] },
    text: ['content', 0, 'text'],
    delta: ['delta', 'text'],
  },
  {
    style: 'responses',
    path: '/v1/responses',
    body: { model, temperature: 0, input: question },
    text: ['output', 0, 'content', 0, 'text'],
    delta: ['delta'],
  },
  {
    style: 'generate content',
    path: `/v1beta/models/${model}:generateContent`,
    streamPath: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: { generationConfig: { temperature: 0 }, contents: [{ role: 'user', parts: [{ text: question }] }] },
    text: ['candidates', 0, 'content', 'parts', 0, 'text'],
    delta: ['candidates', 0, 'content', 'parts', 0, 'text'],
  },
]

/** What stands at a place of a JSON value. */
function at(value: unknown, place: readonly (string | number)[]): unknown {
  return place.reduce<unknown>((inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined), value)
}

// `make local-model` brings the optional part.
const suite = installed ? describe : describe.skip

suite('without any key the built-in local model answers', () => {
  let directory: string
  let program: Program
  let token = ''
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'anywire-local-'))
    program = await Program.startIn(directory)
    token = /ANYWIRE_TOKEN=(\S+)/.exec(program.output())?.[1] ?? ''
  }, 60_000)
  afterAll(async () => {
    await program.end()
    rmSync(directory, { recursive: true })
  })

  const ask = (path: string, headers: Record<string, string>, body: object): Promise<Response> =>
    fetch(program.address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  test.each(styles)(
    'in $style, plain',
    async ({ path, headers, body, text }) => {
      const response = await ask(path, { ...headers }, body)
      const reply: unknown = await response.json()
      expect([response.status, reply]).toEqual([200, expect.anything()])
      expect(at(reply, text)).toContain('Paris')
    },
    60_000,
  )

  test.each(styles)(
    'in $style, streamed',
    async ({ path, streamPath, headers, body, delta }) => {
      const response = await ask(streamPath ?? path, { ...headers }, streamPath === undefined ? { ...body, stream: true } : body)
      expect(response.status).toBe(200)
      const data = (await response.text()).split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice('data: '.length)] : []))
      const pieces = data.map((line) => at(JSON.parse(line), delta)).filter((piece) => typeof piece === 'string' && piece !== '')
      expect(pieces.length).toBeGreaterThan(2)
      expect(pieces.join('')).toContain('Paris')
    },
    60_000,
  )

  test('JSON of a schema, held by a grammar', async () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' }, inhabitants: { type: 'integer' } },
      required: ['city', 'inhabitants'],
      additionalProperties: false,
    }
    const response = await ask(
      '/v1/chat/completions',
      {},
      { ...styles[0]?.body, max_tokens: 100, response_format: { type: 'json_schema', json_schema: { name: 'city', schema } } },
    )
    const reply: unknown = await response.json()
    expect(JSON.parse(String(at(reply, styles[0]?.text ?? [])))).toEqual({ city: expect.any(String), inhabitants: expect.any(Number) })
  }, 60_000)

  test('a stop sequence is not part of the answer', async () => {
    const response = await ask('/v1/chat/completions', {}, { ...styles[0]?.body, stop: [' Paris'] })
    const reply: unknown = await response.json()
    expect(at(reply, ['choices', 0])).toMatchObject({ message: { content: expect.not.stringContaining('Paris') }, finish_reason: 'stop' })
  }, 60_000)
})
