import { chatDialects, upstreamDialectNames, type ChatDialect, type UpstreamDialect } from '../exchange/dialect-name.js'
import { clientDialects, upstreamDialects } from './registry.js'

/** The error of each dialect's provider for a full context. */
const providerErrors: Readonly<Record<UpstreamDialect, object>> = {
  'chat-completions': { error: { message: "This model's maximum context length is 8192 tokens.", type: 'BadRequestError', code: null } },
  messages: { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 215000 tokens > 200000 maximum' } },
  responses: { error: { message: 'Your input exceeds the context window of this model.', type: 'invalid_request_error', code: null } },
  'generate-content': {
    error: {
      code: 400,
      message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      status: 'INVALID_ARGUMENT',
    },
  },
  'cohere-chat': { message: 'too many tokens: total number of tokens in the prompt exceeds the limit of 128000' },
  'bedrock-converse': { message: 'Input is too long for requested model.' },
}

/** What clients of each dialect get for it. */
const clientErrors: Readonly<Record<ChatDialect, object>> = {
  'chat-completions': { error: { code: 'context_length_exceeded' } },
  messages: { type: 'error', error: { type: 'invalid_request_error', message: expect.stringContaining('prompt is too long') as string } },
  responses: { error: { code: 'context_length_exceeded' } },
  'generate-content': { error: { code: 400, status: 'INVALID_ARGUMENT' } },
}

describe.each(upstreamDialectNames)('a full context of an upstream of %s', (upstream) => {
  test.each(chatDialects)('for a client of %s', (client) => {
    const error = upstreamDialects[upstream].decodeError(400, {}, JSON.stringify(providerErrors[upstream]))
    const { status, body } = clientDialects[client].encodeError(error, 'req_1')
    expect(status).toBe(400)
    expect(body).toMatchObject(clientErrors[client])
    const inReply = upstreamDialects[upstream].readErrorInReply(providerErrors[upstream])
    expect(inReply).toMatchObject({ kind: 'invalid_request', code: 'context_length_exceeded' })
  })
})

test.each(['chat-completions', 'responses'] as const)('%s: an error without the code is not relayed unchanged', (name) => {
  const { facts } = clientDialects[name]
  const error = { message: 'prompt is too long', type: 'invalid_request_error', code: null }
  expect(facts.isOwnError({ error })).toBe(false)
  expect(facts.isOwnError({ error: { ...error, code: 'context_length_exceeded' } })).toBe(true)
})

test("the provider's own code stays for clients of the same dialect", () => {
  const wire = { error: { message: 'prompt is too long', type: 'invalid_request_error', code: 'invalid_request_error' } }
  const error = upstreamDialects['chat-completions'].decodeError(400, {}, JSON.stringify(wire))
  expect(clientDialects['chat-completions'].facts.isOwnError(wire)).toBe(true)
  expect(clientDialects['chat-completions'].encodeError(error, 'req_1').body).toMatchObject({ error: { code: 'invalid_request_error' } })
  expect(clientDialects.responses.encodeError(error, 'req_1').body).toMatchObject({ error: { code: 'context_length_exceeded' } })
})

test('a stream of responses has the code where its clients read it', () => {
  const error = upstreamDialects.messages.decodeError(400, {}, JSON.stringify(providerErrors.messages))
  expect(clientDialects.responses.encodeStreamError(error, 'req_1')).toContain(
    '"error":{"code":"context_length_exceeded","message":"prompt is too long: 215000 tokens > 200000 maximum"}',
  )
})
