import { GatewayFailure } from '../../exchange/error.js'
import type { Conversion, Converted } from './conversion.js'
import { convert } from './convert.js'

const services = {
  problemIn: () => undefined,
  newId: (prefix: string) => `${prefix}1`,
  now: 0,
}
const run = (conversion: Conversion): Promise<Converted> => convert(conversion, services)
const messages = { model: 'fast', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }], metadata: { user_id: 'ada' }, top_k: 5 }

test('a request for another style, with what is lost', async () => {
  expect(await run({ what: 'request', from: 'messages', to: 'chat-completions', body: messages })).toMatchObject({
    to: 'chat-completions',
    conversion: 'messages>chat-completions; lossy; dropped=/top_k',
    address: { method: 'POST', path: '/chat/completions' },
    body: { model: 'fast', messages: [{ role: 'user', content: 'Hello' }] },
    losses: expect.arrayContaining([expect.objectContaining({ at: '/top_k', action: 'dropped' })]),
  })
})

test('a request for a kind of provider goes there in the style that it has', async () => {
  const { to, address, body } = await run({
    what: 'request',
    from: 'messages',
    to: 'gemini',
    model: 'gemini-2.5-flash',
    stream: true,
    body: messages,
  })
  expect(to).toBe('generate-content')
  expect(address?.path).toMatch(/models\/gemini-2\.5-flash:streamGenerateContent\?alt=sse$/)
  expect(body).toMatchObject({ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }], generationConfig: { maxOutputTokens: 100 } })
})

test('a request of the same style is relayed, with the name of the model there', async () => {
  const { conversion, body } = await run({ what: 'request', from: 'messages', to: 'messages', model: 'claude-x', body: messages })
  expect(conversion).toBe('messages>messages; exact')
  expect(body).toEqual({ ...messages, model: 'claude-x' })
})

test('no credentials are among the headers', async () => {
  const { headers = {} } = await run({ what: 'request', from: 'messages', to: 'anthropic', body: messages })
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(['content-type', 'anthropic-version']))
  expect(Object.keys(headers)).not.toContain('x-api-key')
})

test('a reply', async () => {
  const body = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'x',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
  }
  expect(await run({ what: 'reply', from: 'chat-completions', to: 'messages', body })).toMatchObject({
    to: 'messages',
    body: {
      type: 'message',
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 3, output_tokens: 1 },
    },
  })
})

test('a stream', async () => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'x', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const text = `${chunk({ role: 'assistant', content: 'Hi' })}${chunk({}, 'stop')}data: [DONE]\n\n`
  const { stream = '' } = await run({ what: 'stream', from: 'chat-completions', to: 'messages', text })
  expect(stream.match(/event: \w+/g)).toEqual([
    'event: message_start',
    'event: content_block_start',
    'event: content_block_delta',
    'event: content_block_stop',
    'event: message_delta',
    'event: message_stop',
  ])
  const { stream: broken = '' } = await run({ what: 'stream', from: 'chat-completions', to: 'messages', text: chunk({ content: 'Hi' }) })
  expect(broken).toContain('event: error')
})

test.each([
  ['an unknown style', { what: 'request', from: 'smoke-signals', to: 'messages', body: {} }, '/from'],
  ['an unknown target', { what: 'request', from: 'messages', to: 'carrier-pigeon', body: messages }, '/to'],
  ['a provider in place of a client', { what: 'reply', from: 'messages', to: 'gemini', body: {} }, '/to'],
  ['no body', { what: 'request', from: 'messages', to: 'responses' }, '/body'],
  ['no model', { what: 'request', from: 'generate-content', to: 'messages', body: { contents: [] } }, '/model'],
  ['a reply of another style', { what: 'reply', from: 'chat-completions', to: 'messages', body: { candidates: [] } }, '/body'],
  [
    'what the target cannot express',
    { what: 'request', from: 'chat-completions', to: 'messages', body: { model: 'x', n: 2, messages: [{ role: 'user', content: 'a' }] } },
    '/body/n',
  ],
] as const)('%s names the field', async (_what, conversion, param) => {
  await expect(run(conversion)).rejects.toThrow(GatewayFailure)
  await expect(run(conversion)).rejects.toThrow(
    expect.objectContaining({ error: expect.objectContaining({ kind: 'invalid_request', param }) }),
  )
})

test('a body that the contract refuses is not read', async () => {
  const problemIn = () => ({ pointer: '/messages', expectation: 'must be array', message: '/messages must be array', rule: 'type' })
  const wrong = { what: 'request', from: 'messages', to: 'responses', body: { messages: 5 } } as const
  await expect(convert(wrong, { ...services, problemIn })).rejects.toThrow(
    expect.objectContaining({ error: expect.objectContaining({ param: '/body/messages' }) }),
  )
})
