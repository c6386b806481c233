// `thread` of the messages style: a conversation that Anthropic keeps, whose requests have only the newest messages.
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { tokens } from './two-owners.js'

let upstream: FakeUpstream
let gateway: RunningGateway

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { tokens })
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function ask(key: string, model: string, thread: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  const reply = await fetch(`${gateway.address}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'anthropic-version': '2026-10-21' },
    body: JSON.stringify({ model, max_tokens: 9, messages: [{ role: 'user', content: 'And?' }], thread }),
  })
  return { status: reply.status, body: await reply.json() }
}

test.each([{ type: 'create' }, { type: 'continue', previous_message_id: 'msg_1' }])(
  'a provider of another style keeps no conversation, and never gets a part of one: %j',
  async (thread) => {
    expect(await ask('sk-ada', 'm-openai', thread)).toEqual({
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: expect.stringMatching(/^\/thread: .* Send the whole conversation without `thread`\.$/),
          details: { error_code: 'thread_unsupported_request', unsupported: ['model'] },
        },
        request_id: expect.any(String),
      },
    })
    expect(upstream.calls).toHaveLength(0)
  },
)

test('a kept conversation is continued by its owner alone', async () => {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const kept = { id: 'msg_ada', type: 'message', role: 'assistant', model: 'x', content: [], stop_reason: 'end_turn', usage }
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(kept))
  expect((await ask('sk-ada', 'm-anthropic', { type: 'create' })).status).toBe(200)
  const next = { type: 'continue', previous_message_id: 'msg_ada' }
  expect(await ask('sk-bob', 'm-anthropic', next)).toMatchObject({
    status: 404,
    body: { error: { type: 'not_found_error', details: { error_code: 'thread_not_found' } } },
  })
  expect(upstream.calls).toHaveLength(1)
  expect((await ask('sk-ada', 'm-anthropic', next)).status).toBe(200)
})
