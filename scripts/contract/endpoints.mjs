// Which schemas of which document hold the traffic of an endpoint, by the endpoint names of recorded traffic.
// A name that is not listed here is not held against the contract (yet).
export const endpoints = {
  chat: {
    document: 'chat-completions',
    request: 'ChatCompletionRequest',
    reply: 'ChatCompletion',
    event: 'ChatStreamFrame',
    error: 'ChatErrorResponse',
    branches: { event: ['ChatCompletionChunk', 'ChatErrorResponse'] },
  },
  messages: {
    document: 'messages',
    request: 'MessagesRequest',
    reply: 'MessagesMessage',
    event: 'MessagesStreamEvent',
    error: 'MessagesErrorResponse',
  },
  responses: {
    document: 'responses',
    request: 'ResponsesCreateRequest',
    reply: 'ResponsesResponse',
    event: 'ResponsesStreamEvent',
    error: 'ResponsesErrorReply',
  },
  'generate-content': {
    document: 'generate-content',
    request: 'GeminiGenerateContentRequest',
    reply: 'GeminiGenerateContentResponse',
    event: 'GeminiStreamChunk',
    error: 'GeminiErrorReply',
  },
  'count-tokens anthropic': {
    document: 'messages',
    request: 'MessagesCountTokensRequest',
    reply: 'MessagesTokenCount',
    error: 'MessagesErrorResponse',
  },
  'count-tokens google': {
    document: 'generate-content',
    request: 'GeminiCountTokensRequest',
    reply: 'GeminiCountTokensResponse',
    error: 'GeminiErrorReply',
  },
  chatv2: {
    document: 'cohere-chat',
    request: 'CohereChatRequest',
    reply: 'CohereChatReply',
    event: 'CohereStreamEvent',
    error: 'CohereErrorReply',
  },
}

/** The table's row of a recording: two wire styles count tokens under one endpoint name. */
export function endpointName({ endpoint, provider }) {
  return endpoint === 'count-tokens' ? `count-tokens ${provider === 'anthropic' ? 'anthropic' : 'google'}` : endpoint
}
