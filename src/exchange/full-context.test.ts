import type { FailureKind } from './error.js'
import { saysFullContext, withFullContextCode } from './full-context.js'

const providerMessages = [
  "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
  'Your input exceeds the context window of this model. Please adjust your input and try again.',
  'prompt is too long: 215000 tokens > 200000 maximum',
  'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
  'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  'Input is too long for requested model.',
  'too many tokens: total number of tokens in the prompt exceeds the limit of 128000',
  'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
  "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
  'the request exceeds the available context size. try increasing the context size or enable context shift',
  'Invalid request: Your request exceeded model token limit: 131072',
]
test.each(providerMessages)('%s', (message) =>
  expect(withFullContextCode({ kind: 'invalid_request', message })).toMatchObject({ code: 'context_length_exceeded' }),
)

const others: [FailureKind, string][] = [
  ['upstream_rate_limited', 'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, maximum context length aside'],
  ['invalid_request', 'max_tokens: 300000 > 64000, which is the maximum allowed number of output tokens'],
  ['invalid_request', 'messages.0.content: text is too long'],
  ['request_too_large', 'Request exceeds the maximum size'],
]
test.each(others)('not %s: %s', (kind, message) => expect(withFullContextCode({ kind, message })).not.toHaveProperty('code'))

test('a code of a server is enough', () => expect(saysFullContext('Nope.', undefined, 'exceed_context_size_error')).toBe(true))

test('a full context reported in a stream is an error of the request, not of the provider', () =>
  expect(withFullContextCode({ kind: 'upstream_invalid', message: 'prompt is too long', status: 422 })).toEqual({
    kind: 'invalid_request',
    message: 'prompt is too long',
    code: 'context_length_exceeded',
  }))
