import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { readChatRequest } from './chat-request.js'
import { UnsupportedSchema, type Engine, type Generated, type GenerateOptions } from './engine.js'
import { JobQueue } from './queue.js'
import { createLocalServer } from './server.js'

describe('a chat request', () => {
  const messages = [{ role: 'user', content: 'Hi' }]

  test('turns, limits and sampling', () => {
    const body = {
      messages: [
        { role: 'developer', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
        { role: 'assistant', content: null },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 5,
      max_completion_tokens: 6,
      temperature: 0,
      top_p: 0.5,
      seed: 7,
      stop: 'x',
      logprobs: true,
    }
    expect(readChatRequest(body)).toEqual({
      turns: [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', text: 'a\nb' },
        { role: 'assistant', text: '' },
      ],
      stream: true,
      includeUsage: true,
      maxTokens: 6,
      temperature: 0,
      topP: 0.5,
      seed: 7,
      stop: ['x'],
    })
  })

  test.each([
    ['any JSON', { type: 'json_object' }, true],
    ['a schema', { type: 'json_schema', json_schema: { name: 's', schema: { type: 'object' } } }, { type: 'object' }],
    ['text', { type: 'text' }, undefined],
  ])('response_format: %s', (_what, response_format, json) => {
    expect(readChatRequest({ messages, response_format }).json).toEqual(json)
  })

  test.each([
    ['tools', { messages, tools: [{ type: 'function', function: { name: 'f' } }] }, 'tools'],
    ['several answers', { messages, n: 2 }, 'n'],
    [
      'an image',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }] },
      'messages[0].content[0]',
    ],
    ['a tool result', { messages: [{ role: 'tool', content: 'x', tool_call_id: 'c' }] }, 'messages[0].role'],
    ['no messages', { messages: [] }, 'messages'],
    ['a list', [], null],
  ])('%s is refused by name', (_what, body, param) => {
    expect(() => readChatRequest(body)).toThrow(expect.objectContaining({ param }))
  })

  test('tools that must not be called are ignored', () => {
    expect(readChatRequest({ messages, tools: [{}], tool_choice: 'none' }).turns).toHaveLength(1)
  })
})

describe('the queue', () => {
  test('runs one job at a time, in order, and refuses those beyond its size', async () => {
    const queue = new JobQueue(1)
    const { signal } = new AbortController()
    const order: string[] = []
    let finishFirst = (): void => undefined
    const first = queue.run(signal, async () => {
      order.push('first begins')
      await new Promise<void>((resolve) => (finishFirst = resolve))
      order.push('first ends')
    })
    const second = queue.run(signal, async () => {
      order.push('second')
    })
    await expect(queue.run(signal, async () => undefined)).rejects.toMatchObject({ reason: 'full' })
    finishFirst()
    await Promise.all([first, second])
    expect(order).toEqual(['first begins', 'first ends', 'second'])
  })

  test('a job whose caller left while it waited never runs, and frees its slot', async () => {
    const queue = new JobQueue(1)
    const leaving = new AbortController()
    let finishFirst = (): void => undefined
    const first = queue.run(new AbortController().signal, () => new Promise<void>((resolve) => (finishFirst = resolve)))
    const second = queue.run(leaving.signal, async () => {
      throw new Error('must not run')
    })
    leaving.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    const third = queue.run(new AbortController().signal, async () => 'ran')
    finishFirst()
    await first
    await expect(third).resolves.toBe('ran')
  })

  test('a job that fails does not stop the next', async () => {
    const queue = new JobQueue(1)
    const { signal } = new AbortController()
    const failing = queue.run(signal, () => Promise.reject(new Error('broken')))
    const next = queue.run(signal, async () => 'ran')
    await expect(failing).rejects.toThrow('broken')
    await expect(next).resolves.toBe('ran')
  })
})

/** Says what it was told to say, word by word; `forever` does not end before it is aborted. */
class ScriptedEngine implements Engine {
  readonly model = 'scripted'
  readonly contextTokens = 20
  options: GenerateOptions | undefined
  aborted: Promise<void> = Promise.resolve()

  countTokens(turns: readonly { readonly text: string }[]): number {
    return turns.reduce((sum, turn) => sum + turn.text.split(' ').length, 0)
  }

  async generate(turns: readonly { readonly text: string }[], options: GenerateOptions): Promise<Generated> {
    this.options = options
    const asked = turns.at(-1)?.text ?? ''
    if (asked === 'schema') throw new UnsupportedSchema('The local model cannot hold this JSON schema.')
    if (asked === 'break') throw new Error('the engine broke')
    options.onText('one')
    options.onText(' two')
    if (asked === 'break late') throw new Error('the engine broke')
    if (asked === 'forever') {
      this.aborted = once(options.signal, 'abort').then(() => undefined)
      await this.aborted
      throw options.signal.reason
    }
    return { finishReason: options.maxTokens <= 2 ? 'length' : 'stop', outputTokens: 2 }
  }
}

describe('the local server', () => {
  const engine = new ScriptedEngine()
  let server: Server
  let base: string
  beforeAll(async () => {
    server = createLocalServer({ engine, key: 'secret', queue: 0, deadlineMs: 300 })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const ask = (body: unknown, options: { key?: string; signal?: AbortSignal } = {}): Promise<Response> =>
    fetch(`${base}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${options.key ?? 'secret'}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
  const say = (content: string, rest: object = {}) => ({ messages: [{ role: 'user', content }], ...rest })

  test('a plain reply, with usage', async () => {
    const response = await ask(say('Hello there'))
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^chatcmpl-[0-9a-f]{32}$/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'scripted',
      choices: [{ index: 0, message: { role: 'assistant', content: 'one two', refusal: null }, logprobs: null, finish_reason: 'stop' }],
      usage: { prompt_tokens: 2, completion_tokens: 2, total_tokens: 4 },
    })
  })

  test('a stream, with usage where it is requested and one terminator', async () => {
    const response = await ask(say('Hello', { stream: true, stream_options: { include_usage: true }, max_tokens: 2 }))
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const frames = (await response.text()).split('\n\n')
    expect(frames.pop()).toBe('')
    expect(frames.pop()).toBe('data: [DONE]')
    const chunks = frames.map((frame) => JSON.parse(frame.slice('data: '.length)))
    expect(chunks.map((chunk) => chunk.choices[0]?.delta ?? chunk.usage)).toEqual([
      { role: 'assistant', content: '' },
      { content: 'one' },
      { content: ' two' },
      {},
      { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    ])
    expect(chunks[3].choices[0].finish_reason).toBe('length')
  })

  test('the output is limited by the context', async () => {
    await ask(say('Hello', { max_tokens: 1000 }))
    expect(engine.options?.maxTokens).toBe(18)
  })

  test.each([
    ['a wrong key', say('x'), { key: 'other' }, 401, 'invalid_api_key'],
    ['a body that is not JSON', '{', {}, 400, null],
    ['tools', say('x', { tools: [{}] }), {}, 400, 'unsupported_parameter'],
    ['a conversation that is too long', say('a '.repeat(30)), {}, 400, 'context_length_exceeded'],
    ['a schema without a grammar', say('schema'), {}, 400, 'unsupported_value'],
    ['a broken engine', say('break'), {}, 500, 'internal'],
    ['an answer that takes too long', say('forever'), {}, 504, 'timeout'],
  ])('%s is an error with a status', async (_what, body, options, status, code) => {
    const response = await ask(body, options)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String), code } })
  })

  test('a stream that breaks has an error and no terminator', async () => {
    const text = await (await ask(say('break late', { stream: true }))).text()
    expect(text).toContain('data: {"error":{"message":"the engine broke"')
    expect(text).not.toContain('[DONE]')
    expect(text).not.toContain('"finish_reason":"stop"')
  })

  test('a caller that leaves stops the engine; one too many gets Retry-After', async () => {
    const leaving = new AbortController()
    const response = await ask(say('forever', { stream: true }), { signal: leaving.signal })
    const refused = await ask(say('next'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    const { aborted } = engine
    leaving.abort()
    await expect(response.text()).rejects.toThrow()
    await aborted
    expect(engine.options?.signal.aborted).toBe(true)
  })
})
