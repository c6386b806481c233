// What is compared: a type of an official SDK, and the schema of ours that describes the same JSON. Types of the SDK that are not on the wire, and
// members that only the SDK has, are left out by name.

/**
 * Document → pairs of a TypeScript type and the names of schemas, all of whose members count. A third element lists members of the type that are
 * not in this body: parameters of the address, settings of the SDK, members of another wire format from which it makes the type.
 */
export const pairs = {
  'chat-completions': [
    ["import('openai').OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming", ['ChatCompletionRequest']],
    ["import('openai').OpenAI.Chat.Completions.ChatCompletion", ['ChatCompletion']],
    ["import('openai').OpenAI.Chat.Completions.ChatCompletionChunk", ['ChatStreamFrame']],
    ["import('openai').OpenAI.Chat.Completions.ChatCompletionStoreMessage", ['ChatStoredMessage']],
  ],
  responses: [
    ["import('openai').OpenAI.Responses.ResponseCreateParamsNonStreaming", ['ResponsesCreateRequest']],
    ["import('openai').OpenAI.Responses.Response", ['ResponsesResponse']],
    ["import('openai').OpenAI.Responses.ResponseStreamEvent", ['ResponsesStreamEvent']],
    ["import('openai').OpenAI.Responses.ResponseCompactParams", ['ResponsesCompactRequest']],
    ["import('openai').OpenAI.Responses.CompactedResponse", ['ResponsesCompacted']],
    ["import('openai').OpenAI.Responses.InputTokens.InputTokenCountParams", ['ResponsesInputTokensRequest']],
    ["import('openai').OpenAI.Responses.InputTokens.InputTokenCountResponse", ['ResponsesInputTokens']],
    ["import('openai').OpenAI.Conversations.Conversation", ['ResponsesConversationObject']],
    ["import('openai').OpenAI.Conversations.ConversationCreateParams", ['ResponsesConversationCreate']],
    ["import('openai').OpenAI.Conversations.ConversationUpdateParams", ['ResponsesConversationUpdate']],
    ["import('openai').OpenAI.Conversations.ConversationItemList", ['ResponsesItemList']],
    ["import('openai').OpenAI.Conversations.ItemCreateParams", ['ResponsesConversationItemsCreate'], ['include']],
  ],
  messages: [
    ["import('@anthropic-ai/sdk').Anthropic.Beta.Messages.MessageCreateParamsNonStreaming", ['MessagesRequest']],
    ["import('@anthropic-ai/sdk').Anthropic.Beta.Messages.BetaMessage", ['MessagesMessage']],
    ["import('@anthropic-ai/sdk').Anthropic.Beta.Messages.BetaRawMessageStreamEvent", ['MessagesStreamEvent']],
    ["import('@anthropic-ai/sdk').Anthropic.Beta.Messages.MessageCountTokensParams", ['MessagesCountTokensRequest']],
  ],
  'generate-content': [
    ["import('@google/genai').GenerateContentConfig", ['GeminiGenerateContentRequest', 'GeminiGenerationConfig']],
    ["import('@google/genai').Content", ['GeminiContent']],
    ["import('@google/genai').GenerateContentResponse", ['GeminiGenerateContentResponse']],
    ["import('@google/genai').CountTokensConfig", ['GeminiCountTokensRequest', 'GeminiGenerateContentRequest']],
    ["import('@google/genai').CountTokensResponse", ['GeminiCountTokensResponse']],
  ],
  media: [
    ["import('openai').OpenAI.Completions.CompletionCreateParamsNonStreaming", ['CompletionRequest']],
    ["import('openai').OpenAI.Completions.Completion", ['Completion']],
    ["import('openai').OpenAI.Embeddings.EmbeddingCreateParams", ['EmbeddingRequest']],
    ["import('openai').OpenAI.Embeddings.CreateEmbeddingResponse", ['EmbeddingList']],
    ["import('@google/genai').EmbedContentConfig", ['EmbeddingContentRequest', 'EmbeddingContentConfig'], ['abortSignal', 'httpOptions']],
    ["import('@google/genai').EmbedContentResponse", ['EmbeddingBatchReply'], ['metadata', 'sdkHttpResponse', 'statistics']],
    ["import('cohere-ai').Cohere.EmbedByTypeResponse", ['EmbeddingCohereReply']],
    ["import('cohere-ai').Cohere.V2RerankRequest", ['RerankRequest']],
    ["import('cohere-ai').Cohere.V2RerankResponse", ['RerankReply']],
    ["import('openai').OpenAI.Images.ImageGenerateParamsNonStreaming", ['ImageRequest']],
    ["import('openai').OpenAI.Images.ImageEditParamsNonStreaming", ['ImageEditForm']],
    ["import('openai').OpenAI.Images.ImagesResponse", ['ImageList']],
    ["import('openai').OpenAI.Images.ImageGenStreamEvent", ['ImageStreamEvent']],
    ["import('openai').OpenAI.Audio.TranscriptionCreateParams", ['AudioTranscriptionForm']],
    ["import('openai').OpenAI.Audio.Transcription", ['AudioTranscriptionReply']],
    ["import('openai').OpenAI.Audio.TranscriptionDiarized", ['AudioTranscriptionReply']],
    ["import('openai').OpenAI.Audio.TranscriptionVerbose", ['AudioTranscriptionReply']],
    ["import('openai').OpenAI.Audio.TranslationCreateParams", ['AudioTranslationForm']],
    ["import('openai').OpenAI.Audio.TranslationVerbose", ['AudioTranscriptionReply']],
    ["import('openai').OpenAI.Audio.TranscriptionStreamEvent", ['AudioTranscriptionEvent']],
    ["import('openai').OpenAI.Audio.SpeechCreateParams", ['AudioSpeechRequest']],
    ["import('openai').OpenAI.Moderations.ModerationCreateParams", ['ModerationRequest']],
    ["import('openai').OpenAI.Moderations.ModerationCreateResponse", ['ModerationReply']],
  ],
  realtime: [
    ["import('openai').OpenAI.Realtime.RealtimeClientEvent", ['RealtimeClientEvent']],
    ["import('openai').OpenAI.Realtime.RealtimeServerEvent", ['RealtimeServerEvent']],
    ["import('openai').OpenAI.Realtime.ClientSecrets.ClientSecretCreateParams", ['RealtimeClientSecretRequest']],
    ["import('openai').OpenAI.Realtime.ClientSecrets.ClientSecretCreateResponse", ['RealtimeClientSecret']],
  ],
  'cohere-chat': [
    ["import('cohere-ai').Cohere.V2ChatRequest", ['CohereChatRequest']],
    ["import('cohere-ai').Cohere.V2ChatResponse", ['CohereChatReply']],
    ["import('cohere-ai').Cohere.V2ChatStreamResponse", ['CohereStreamEvent']],
  ],
}

export const packages = ['openai', '@anthropic-ai/sdk', '@google/genai', 'cohere-ai']

/** Members that an SDK has and no request or reply. */
export const ofSdkAlone = {
  'chat-completions': [],
  responses: ['output_text', '_request_id'],
  messages: ['betas', 'user_profile_id'],
  'generate-content': [
    'abortSignal',
    'automaticFunctionCalling',
    'codeExecutionResult',
    'data',
    'executableCode',
    'functionCalls',
    'httpOptions',
    'sdkHttpResponse',
    'automaticFunctionCallingHistory',
    // The SDK takes it in several forms; `Content`, which is sent, is compared by itself.
    'systemInstruction',
    'text',
  ],
  media: [],
  realtime: [],
  'cohere-chat': ['raw_prompting'],
}

/** Ends of the paths of members whose form in our documents is not that of the SDK's type, each with the reason. What is inside of them is not compared. */
export const ofOtherForm = {
  realtime: {
    // A client secret fixes the model alone; other settings of a session are a 400, as the operation says.
    RealtimeClientSecretRequest: ['session'],
    RealtimeClientSecret: ['session'],
  },
  messages: {
    // What a compaction reports goes back unchanged, so it is an open object. Where clients write a definition, it is compared.
    MessagesRequest: ['tool_changes[]<tool_addition>.tool<tool_definition>.definition'],
    MessagesMessage: ['tool_changes[]<tool_addition>.tool<tool_definition>.definition'],
  },
  media: {
    // The SDK gives it its type of usage for all replies; an embedding has tokens of its input alone.
    EmbeddingBatchReply: ['usageMetadata'],
    // A form has no objects: the settings are JSON text in one field, and its description says so.
    ImageEditForm: ['svg'],
    AudioTranscriptionForm: ['chunking_strategy'],
  },
}

/**
 * Specifications that providers publish, by the name of `--specification`: the documents that share operations with each. `schemas`: pairs of a
 * schema of theirs and one of ours that no operation refers to.
 */
export const specifications = {
  openai: {
    documents: ['chat-completions', 'responses', 'media', 'realtime'],
    schemas: {
      realtime: [
        ['RealtimeClientEvent', 'RealtimeClientEvent'],
        ['RealtimeServerEvent', 'RealtimeServerEvent'],
      ],
    },
    // As for the SDK: a client secret fixes the model alone, and a form has no objects.
    ofOtherForm: ['session', 'chunking_strategy'],
  },
  cohere: { documents: ['cohere-chat', 'media'] },
}

/** Whether the SDK of a type has names in camel case for members in snake case. */
export const inSnakeCase = (type) => type.startsWith("import('cohere-ai')")
