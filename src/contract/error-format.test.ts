import { errorFormatOf, renderError } from './error-format.js'

describe('the style of a request', () => {
  test.each([
    ['/v1/chat/completions', {}, 'chat-completions'],
    ['/v1/messages', {}, 'messages'],
    ['/v1/messages/count_tokens', {}, 'messages'],
    ['/v1/messagesX', {}, 'chat-completions'],
    ['/v1/v1/messages', {}, 'messages'],
    ['/messages', {}, 'messages'],
    ['//v1/messages', {}, 'messages'],
    ['/v1//messages/count_tokens', {}, 'messages'],
    ['//v1beta/models/m:generateContent', {}, 'generate-content'],
    ['/models/m:generateContent', {}, 'generate-content'],
    ['/v1/v1/models/m:generateContent', {}, 'generate-content'],
    ['/v1/responses', {}, 'responses'],
    ['/v1/responses/resp_1/input_items', {}, 'responses'],
    ['/v1beta/models/m:generateContent', {}, 'generate-content'],
    ['/v1alpha/models', {}, 'generate-content'],
    ['/v1/models/m:streamGenerateContent', {}, 'generate-content'],
    ['/v1/models/m%3AcountTokens', {}, 'generate-content'],
    ['/v1/rerank', {}, 'rerank'],
    ['/v2/rerank', {}, 'rerank'],
    ['/v1/embeddings', {}, 'chat-completions'],
    ['/health', {}, 'chat-completions'],
    ['/v1/models', {}, 'chat-completions'],
    ['/v1/models', { 'anthropic-version': '2023-06-01' }, 'messages'],
    ['/v1/models/m', { 'provider-version': '2023-06-01' }, 'messages'],
    ['/v1/models', { 'x-goog-api-key': 'sk-1' }, 'generate-content'],
    ['/v1/models', { 'x-goog-api-client': 'genai' }, 'generate-content'],
    ['/v1/embeddings', { 'anthropic-version': '2023-06-01' }, 'chat-completions'],
  ])('%s with %j: %s', (path, headers, style) => {
    expect(errorFormatOf(path, headers)).toBe(style)
  })
})

test.each([
  ['chat-completions', { error: { message: 'no', type: 'invalid_request_error', param: null, code: 'invalid_request' } }],
  ['messages', { type: 'error', error: { type: 'invalid_request_error', message: 'no' } }],
  ['generate-content', { error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }],
  ['rerank', { message: 'no' }],
] as const)('an error in the envelope of %s', (style, body) => {
  expect(renderError(style, { kind: 'invalid_request', message: 'no' }, 'req_1')).toMatchObject({ status: 400, body })
})
