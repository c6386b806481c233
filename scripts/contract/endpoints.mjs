// The document and schemas for the traffic of an endpoint, by the endpoint names of recorded traffic. Traffic of other names is not validated.
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
  completions: {
    document: 'media',
    request: 'CompletionRequest',
    reply: 'Completion',
    event: 'CompletionStreamEvent',
    error: 'MediaErrorReply',
    branches: { event: ['CompletionChunk', 'MediaErrorReply'] },
  },
  embeddings: { document: 'media', request: 'EmbeddingRequest', reply: 'EmbeddingList', error: 'MediaErrorReply' },
  embed: { document: 'media', request: 'EmbeddingCohereRequest', reply: 'EmbeddingCohereReply', error: 'RerankErrorReply' },
  embedContent: { document: 'media', request: 'EmbeddingContentRequest', reply: 'EmbeddingContentReply', error: 'EmbeddingErrorReply' },
  batchEmbedContents: { document: 'media', request: 'EmbeddingBatchRequest', reply: 'EmbeddingBatchReply', error: 'EmbeddingErrorReply' },
  images: { document: 'media', request: 'ImageRequest', reply: 'ImageList', event: 'ImageStreamEvent', error: 'MediaErrorReply' },
  'images-edits': {
    document: 'media',
    request: 'ImageEditRequest',
    form: 'ImageEditForm',
    reply: 'ImageList',
    event: 'ImageStreamEvent',
    error: 'MediaErrorReply',
  },
  'audio-transcriptions': {
    document: 'media',
    form: 'AudioTranscriptionForm',
    reply: 'AudioTranscriptionReply',
    event: 'AudioTranscriptionEvent',
    error: 'MediaErrorReply',
  },
  'audio-speech': {
    document: 'media',
    request: 'AudioSpeechRequest',
    reply: 'AudioSpeechData',
    event: 'AudioSpeechEvent',
    error: 'MediaErrorReply',
  },
  rerank: { document: 'media', request: 'RerankRequest', reply: 'RerankReply', error: 'RerankErrorReply' },
}

/** The table's row for a recording: some endpoint names have two wire formats. */
export function endpointName({ endpoint, provider, request }) {
  if (request?.path === '/api/embeddings') return 'ollama-embeddings'
  if (endpoint === 'embed-content') return /:(\w+)$/.exec(request?.path ?? '')?.[1] ?? 'batchEmbedContents'
  return endpoint === 'count-tokens' ? `count-tokens ${provider === 'anthropic' ? 'anthropic' : 'google'}` : endpoint
}
