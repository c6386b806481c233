import type { ChatCompletion, ChatCompletionDeleted, ChatCompletionList, ChatListOrder, ChatStoredMessageList } from './chat-completions/model/index.js'
import type { GeminiCountTokensResponse, GeminiGenerateContentResponse, GeminiStreamChunk } from './generate-content/model/index.js'
import type { AudioSpeechData, AudioTranscriptionReply, Completion, EmbeddingBatchReply, EmbeddingContentReply, EmbeddingList, ImageList, ModerationReply, RerankReply } from './media/model/index.js'
import type { MessagesMessage, MessagesTokenCount } from './messages/model/index.js'
import type { ModelsAnyList, ModelsAnyModel, ModelsGeminiList, ModelsGeminiModel } from './models/model/index.js'
import type { PlatformAction, PlatformAuditList, PlatformBrunoCollection, PlatformConsoleModelList, PlatformConsoleSession, PlatformContract, PlatformConverted, PlatformCreatedToken, PlatformDeletedModel, PlatformDeletedProvider, PlatformDeletedTeam, PlatformDeletedUser, PlatformHealth, PlatformInvite, PlatformInviteState, PlatformModel, PlatformModelList, PlatformObjectKind, PlatformPlaygroundToken, PlatformPostmanCollection, PlatformPriceList, PlatformProvider, PlatformProviderList, PlatformProviderTest, PlatformReadiness, PlatformRequestDetails, PlatformRequestList, PlatformRevokedToken, PlatformSessionList, PlatformSessionsEnded, PlatformSocketContract, PlatformStatus, PlatformTeam, PlatformTeamList, PlatformToken, PlatformTokenList, PlatformTrace, PlatformUsage, PlatformUser, PlatformUserList } from './platform/model/index.js'
import type { RealtimeClientSecret } from './realtime/model/index.js'
import type { ResponsesCompacted, ResponsesConversationDeleted, ResponsesConversationObject, ResponsesDeleted, ResponsesInputItem, ResponsesInputTokens, ResponsesItemList, ResponsesItemOrder, ResponsesResponse } from './responses/model/index.js'

/** The path of each operation of the contract, its parameters, and its JSON reply. */
export interface Operations {
  readonly createChatCompletion: {
    readonly path: '/v1/chat/completions'
    readonly parameters: {
      readonly 'x-anywire-strict'?: string
      readonly 'x-anywire-usage'?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ChatCompletion
  }
  readonly listChatCompletions: {
    readonly path: '/v1/chat/completions'
    readonly parameters: {
      readonly limit?: number
      readonly order?: ChatListOrder
      readonly after?: string
      readonly model?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ChatCompletionList
  }
  readonly getChatCompletion: {
    readonly path: '/v1/chat/completions/{completion_id}'
    readonly parameters: {
      readonly completion_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ChatCompletion
  }
  readonly updateChatCompletion: {
    readonly path: '/v1/chat/completions/{completion_id}'
    readonly parameters: {
      readonly completion_id: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ChatCompletion
  }
  readonly deleteChatCompletion: {
    readonly path: '/v1/chat/completions/{completion_id}'
    readonly parameters: {
      readonly completion_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ChatCompletionDeleted
  }
  readonly listChatCompletionMessages: {
    readonly path: '/v1/chat/completions/{completion_id}/messages'
    readonly parameters: {
      readonly completion_id: string
      readonly limit?: number
      readonly order?: ChatListOrder
      readonly after?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ChatStoredMessageList
  }
  readonly createMessage: {
    readonly path: '/v1/messages'
    readonly parameters: {
      readonly 'x-anywire-strict'?: string
      readonly 'anthropic-version'?: string
      readonly 'provider-version'?: string
      readonly 'anthropic-beta'?: string
      readonly beta?: string
      readonly 'x-anywire-usage'?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: MessagesMessage
  }
  readonly countMessageTokens: {
    readonly path: '/v1/messages/count_tokens'
    readonly parameters: {
      readonly 'anthropic-version'?: string
      readonly 'provider-version'?: string
      readonly 'anthropic-beta'?: string
      readonly beta?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: MessagesTokenCount
  }
  readonly createResponse: {
    readonly path: '/v1/responses'
    readonly parameters: {
      readonly 'x-anywire-strict'?: string
      readonly 'x-anywire-usage'?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesResponse
  }
  readonly compactResponse: {
    readonly path: '/v1/responses/compact'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesCompacted
  }
  readonly countResponseInputTokens: {
    readonly path: '/v1/responses/input_tokens'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesInputTokens
  }
  readonly getResponse: {
    readonly path: '/v1/responses/{response_id}'
    readonly parameters: {
      readonly response_id: string
      readonly include?: readonly string[]
      readonly stream?: boolean
      readonly starting_after?: number
      readonly include_obfuscation?: boolean
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesResponse
  }
  readonly deleteResponse: {
    readonly path: '/v1/responses/{response_id}'
    readonly parameters: {
      readonly response_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesDeleted
  }
  readonly cancelResponse: {
    readonly path: '/v1/responses/{response_id}/cancel'
    readonly parameters: {
      readonly response_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesResponse
  }
  readonly listResponseInputItems: {
    readonly path: '/v1/responses/{response_id}/input_items'
    readonly parameters: {
      readonly response_id: string
      readonly limit?: number
      readonly order?: ResponsesItemOrder
      readonly after?: string
      readonly before?: string
      readonly include?: readonly string[]
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesItemList
  }
  readonly createConversation: {
    readonly path: '/v1/conversations'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesConversationObject
  }
  readonly getConversation: {
    readonly path: '/v1/conversations/{conversation_id}'
    readonly parameters: {
      readonly conversation_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesConversationObject
  }
  readonly updateConversation: {
    readonly path: '/v1/conversations/{conversation_id}'
    readonly parameters: {
      readonly conversation_id: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesConversationObject
  }
  readonly deleteConversation: {
    readonly path: '/v1/conversations/{conversation_id}'
    readonly parameters: {
      readonly conversation_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesConversationDeleted
  }
  readonly listConversationItems: {
    readonly path: '/v1/conversations/{conversation_id}/items'
    readonly parameters: {
      readonly conversation_id: string
      readonly limit?: number
      readonly order?: ResponsesItemOrder
      readonly after?: string
      readonly include?: readonly string[]
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesItemList
  }
  readonly createConversationItems: {
    readonly path: '/v1/conversations/{conversation_id}/items'
    readonly parameters: {
      readonly conversation_id: string
      readonly include?: readonly string[]
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesItemList
  }
  readonly getConversationItem: {
    readonly path: '/v1/conversations/{conversation_id}/items/{item_id}'
    readonly parameters: {
      readonly conversation_id: string
      readonly item_id: string
      readonly include?: readonly string[]
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesInputItem
  }
  readonly deleteConversationItem: {
    readonly path: '/v1/conversations/{conversation_id}/items/{item_id}'
    readonly parameters: {
      readonly conversation_id: string
      readonly item_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesConversationObject
  }
  readonly generateContent: {
    readonly path: '/v1beta/models/{model}:generateContent'
    readonly parameters: {
      readonly model: string
      readonly key?: string
      readonly alt?: string
      readonly $alt?: string
      readonly prettyPrint?: string
      readonly fields?: string
      readonly 'x-anywire-strict'?: string
      readonly 'x-anywire-usage'?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: GeminiGenerateContentResponse
  }
  readonly streamGenerateContent: {
    readonly path: '/v1beta/models/{model}:streamGenerateContent'
    readonly parameters: {
      readonly model: string
      readonly key?: string
      readonly alt?: string
      readonly $alt?: string
      readonly prettyPrint?: string
      readonly fields?: string
      readonly 'x-anywire-strict'?: string
      readonly 'x-anywire-usage'?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: readonly GeminiStreamChunk[]
  }
  readonly countTokens: {
    readonly path: '/v1beta/models/{model}:countTokens'
    readonly parameters: {
      readonly model: string
      readonly key?: string
      readonly alt?: string
      readonly $alt?: string
      readonly prettyPrint?: string
      readonly fields?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: GeminiCountTokensResponse
  }
  readonly generateContentV1: {
    readonly path: '/v1/models/{model}:generateContent'
    readonly parameters: {
      readonly model: string
      readonly alt?: string
      readonly $alt?: string
      readonly prettyPrint?: string
      readonly fields?: string
      readonly 'x-anywire-strict'?: string
      readonly 'x-anywire-usage'?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: GeminiGenerateContentResponse
  }
  readonly streamGenerateContentV1: {
    readonly path: '/v1/models/{model}:streamGenerateContent'
    readonly parameters: {
      readonly model: string
      readonly alt?: string
      readonly $alt?: string
      readonly prettyPrint?: string
      readonly fields?: string
      readonly 'x-anywire-strict'?: string
      readonly 'x-anywire-usage'?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: readonly GeminiStreamChunk[]
  }
  readonly countTokensV1: {
    readonly path: '/v1/models/{model}:countTokens'
    readonly parameters: {
      readonly model: string
      readonly alt?: string
      readonly $alt?: string
      readonly prettyPrint?: string
      readonly fields?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: GeminiCountTokensResponse
  }
  readonly createCompletion: {
    readonly path: '/v1/completions'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: Completion
  }
  readonly createEmbedding: {
    readonly path: '/v1/embeddings'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: EmbeddingList
  }
  readonly embedContent: {
    readonly path: '/v1beta/models/{model}:embedContent'
    readonly parameters: {
      readonly model: string
      readonly key?: string
      readonly alt?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: EmbeddingContentReply
  }
  readonly batchEmbedContents: {
    readonly path: '/v1beta/models/{model}:batchEmbedContents'
    readonly parameters: {
      readonly model: string
      readonly key?: string
      readonly alt?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: EmbeddingBatchReply
  }
  readonly embedContentV1: {
    readonly path: '/v1/models/{model}:embedContent'
    readonly parameters: {
      readonly model: string
      readonly alt?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: EmbeddingContentReply
  }
  readonly batchEmbedContentsV1: {
    readonly path: '/v1/models/{model}:batchEmbedContents'
    readonly parameters: {
      readonly model: string
      readonly alt?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: EmbeddingBatchReply
  }
  readonly createImage: {
    readonly path: '/v1/images/generations'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ImageList
  }
  readonly createImageEdit: {
    readonly path: '/v1/images/edits'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ImageList
  }
  readonly createTranscription: {
    readonly path: '/v1/audio/transcriptions'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: AudioTranscriptionReply
  }
  readonly createTranslation: {
    readonly path: '/v1/audio/translations'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: AudioTranscriptionReply
  }
  readonly createSpeech: {
    readonly path: '/v1/audio/speech'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: AudioSpeechData
  }
  readonly createRerank: {
    readonly path: '/v1/rerank'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: RerankReply
  }
  readonly createRerankV2: {
    readonly path: '/v2/rerank'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: RerankReply
  }
  readonly createModeration: {
    readonly path: '/v1/moderations'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ModerationReply
  }
  readonly connectRealtime: {
    readonly path: '/v1/realtime'
    readonly parameters: {
      readonly model: string
      readonly intent?: string
      readonly 'sec-websocket-protocol'?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: never
  }
  readonly createRealtimeClientSecret: {
    readonly path: '/v1/realtime/client_secrets'
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: RealtimeClientSecret
  }
  readonly listModels: {
    readonly path: '/v1/models'
    readonly parameters: {
      readonly 'anthropic-version'?: string
      readonly 'provider-version'?: string
      readonly 'x-goog-api-client'?: string
      readonly limit?: number
      readonly after_id?: string
      readonly before_id?: string
      readonly lifecycle?: readonly string[]
      readonly beta?: string
      readonly pageSize?: number
      readonly pageToken?: string
      readonly client_version?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ModelsAnyList
  }
  readonly getModel: {
    readonly path: '/v1/models/{model}'
    readonly parameters: {
      readonly model: string
      readonly 'anthropic-version'?: string
      readonly 'provider-version'?: string
      readonly 'x-goog-api-client'?: string
      readonly beta?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ModelsAnyModel
  }
  readonly listModelsV1beta: {
    readonly path: '/v1beta/models'
    readonly parameters: {
      readonly pageSize?: number
      readonly pageToken?: string
      readonly 'x-goog-api-client'?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ModelsGeminiList
  }
  readonly getModelV1beta: {
    readonly path: '/v1beta/models/{model}'
    readonly parameters: {
      readonly model: string
      readonly 'x-goog-api-client'?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ModelsGeminiModel
  }
  readonly getHome: {
    readonly path: '/'
    readonly parameters: {}
    readonly reply: PlatformHealth
  }
  readonly headHome: {
    readonly path: '/'
    readonly parameters: {}
    readonly reply: never
  }
  readonly getHealth: {
    readonly path: '/healthz'
    readonly parameters: {}
    readonly reply: PlatformHealth
  }
  readonly getReadiness: {
    readonly path: '/readyz'
    readonly parameters: {}
    readonly reply: PlatformReadiness
  }
  readonly getContractJson: {
    readonly path: '/openapi.json'
    readonly parameters: {
      readonly profile?: 'client' | 'validation'
      readonly version?: '3.0' | '3.1' | '3.2'
    }
    readonly reply: PlatformContract
  }
  readonly getContractYaml: {
    readonly path: '/openapi.yaml'
    readonly parameters: {
      readonly profile?: 'client' | 'validation'
      readonly version?: '3.0' | '3.1' | '3.2'
    }
    readonly reply: never
  }
  readonly getContractDocument: {
    readonly path: '/openapi/{document}.yaml'
    readonly parameters: {
      readonly document: string
      readonly profile?: 'client' | 'validation'
      readonly version?: '3.0' | '3.1' | '3.2'
    }
    readonly reply: never
  }
  readonly getContractDocumentJson: {
    readonly path: '/openapi/{document}.json'
    readonly parameters: {
      readonly document: string
      readonly profile?: 'client' | 'validation'
      readonly version?: '3.0' | '3.1' | '3.2'
    }
    readonly reply: PlatformContract
  }
  readonly getContractOfVersion: {
    readonly path: '/openapi/{version}/{document}.json'
    readonly parameters: {
      readonly version: string
      readonly document: string
    }
    readonly reply: PlatformContract
  }
  readonly getContractChanges: {
    readonly path: '/openapi/changelog.atom'
    readonly parameters: {}
    readonly reply: never
  }
  readonly getContractForPostman: {
    readonly path: '/openapi/postman.json'
    readonly parameters: {}
    readonly reply: PlatformPostmanCollection
  }
  readonly getContractForBruno: {
    readonly path: '/openapi/bruno.json'
    readonly parameters: {}
    readonly reply: PlatformBrunoCollection
  }
  readonly getContractForModels: {
    readonly path: '/llms.txt'
    readonly parameters: {}
    readonly reply: never
  }
  readonly getContractOfSocketsJson: {
    readonly path: '/asyncapi.json'
    readonly parameters: {}
    readonly reply: PlatformSocketContract
  }
  readonly getContractOfSocketsYaml: {
    readonly path: '/asyncapi.yaml'
    readonly parameters: {}
    readonly reply: never
  }
  readonly getReferencePage: {
    readonly path: '/docs'
    readonly parameters: {}
    readonly reply: never
  }
  readonly getReferenceAsset: {
    readonly path: '/docs/{asset}'
    readonly parameters: {
      readonly asset: string
    }
    readonly reply: never
  }
  readonly listRequests: {
    readonly path: '/api/admin/requests'
    readonly parameters: {
      readonly token?: string
      readonly owner?: string
      readonly team?: string
      readonly end_user?: string
      readonly tag?: string
      readonly model?: string
      readonly upstream_model?: string
      readonly provider?: string
      readonly style?: string
      readonly outcome?: 'ok' | 'client_error' | 'rejected' | 'upstream_error' | 'truncated' | 'timeout' | 'client_aborted' | 'interrupted'
      readonly search?: string
      readonly from?: string
      readonly to?: string
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformRequestList
  }
  readonly getRequest: {
    readonly path: '/api/admin/requests/{request_id}'
    readonly parameters: {
      readonly request_id: string
    }
    readonly reply: PlatformRequestDetails
  }
  readonly exportRequests: {
    readonly path: '/api/admin/requests/export'
    readonly parameters: {
      readonly format?: 'csv' | 'ndjson'
      readonly token?: string
      readonly owner?: string
      readonly team?: string
      readonly end_user?: string
      readonly tag?: string
      readonly model?: string
      readonly upstream_model?: string
      readonly provider?: string
      readonly style?: string
      readonly outcome?: 'ok' | 'client_error' | 'rejected' | 'upstream_error' | 'truncated' | 'timeout' | 'client_aborted' | 'interrupted'
      readonly search?: string
      readonly from?: string
      readonly to?: string
    }
    readonly reply: never
  }
  readonly getUsage: {
    readonly path: '/api/admin/usage'
    readonly parameters: {
      readonly from?: string
      readonly to?: string
      readonly by?: string
      readonly interval?: '5m' | 'hour' | 'day'
      readonly token?: string
      readonly owner?: string
      readonly team?: string
      readonly end_user?: string
      readonly tag?: string
      readonly model?: string
      readonly upstream_model?: string
      readonly provider?: string
      readonly style?: string
      readonly outcome?: 'ok' | 'client_error' | 'rejected' | 'upstream_error' | 'truncated' | 'timeout' | 'client_aborted' | 'interrupted'
      readonly first_byte_times?: boolean
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformUsage
  }
  readonly exportUsage: {
    readonly path: '/api/admin/usage/export'
    readonly parameters: {
      readonly format?: 'csv' | 'ndjson'
      readonly from?: string
      readonly to?: string
      readonly by?: string
      readonly interval?: '5m' | 'hour' | 'day'
      readonly token?: string
      readonly owner?: string
      readonly team?: string
      readonly end_user?: string
      readonly tag?: string
      readonly model?: string
      readonly upstream_model?: string
      readonly provider?: string
      readonly style?: string
      readonly outcome?: 'ok' | 'client_error' | 'rejected' | 'upstream_error' | 'truncated' | 'timeout' | 'client_aborted' | 'interrupted'
    }
    readonly reply: never
  }
  readonly listTokens: {
    readonly path: '/api/admin/tokens'
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
      readonly contains?: string
    }
    readonly reply: PlatformTokenList
  }
  readonly createToken: {
    readonly path: '/api/admin/tokens'
    readonly parameters: {}
    readonly reply: PlatformCreatedToken
  }
  readonly getToken: {
    readonly path: '/api/admin/tokens/{name}'
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformToken
  }
  readonly changeToken: {
    readonly path: '/api/admin/tokens/{name}'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformToken
  }
  readonly revokeToken: {
    readonly path: '/api/admin/tokens/{name}'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformRevokedToken
  }
  readonly rotateToken: {
    readonly path: '/api/admin/tokens/{name}/rotate'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformCreatedToken
  }
  readonly topUpToken: {
    readonly path: '/api/admin/tokens/{name}/top-up'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformToken
  }
  readonly listTeams: {
    readonly path: '/api/admin/teams'
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformTeamList
  }
  readonly createTeam: {
    readonly path: '/api/admin/teams'
    readonly parameters: {}
    readonly reply: PlatformTeam
  }
  readonly getTeam: {
    readonly path: '/api/admin/teams/{name}'
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformTeam
  }
  readonly changeTeam: {
    readonly path: '/api/admin/teams/{name}'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformTeam
  }
  readonly deleteTeam: {
    readonly path: '/api/admin/teams/{name}'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformDeletedTeam
  }
  readonly topUpTeam: {
    readonly path: '/api/admin/teams/{name}/top-up'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformTeam
  }
  readonly listUsers: {
    readonly path: '/api/admin/users'
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformUserList
  }
  readonly createUser: {
    readonly path: '/api/admin/users'
    readonly parameters: {}
    readonly reply: PlatformUser
  }
  readonly getUser: {
    readonly path: '/api/admin/users/{name}'
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformUser
  }
  readonly changeUser: {
    readonly path: '/api/admin/users/{name}'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformUser
  }
  readonly deleteUser: {
    readonly path: '/api/admin/users/{name}'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformDeletedUser
  }
  readonly topUpUser: {
    readonly path: '/api/admin/users/{name}/top-up'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformUser
  }
  readonly listProviders: {
    readonly path: '/api/admin/providers'
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformProviderList
  }
  readonly createProvider: {
    readonly path: '/api/admin/providers'
    readonly parameters: {}
    readonly reply: PlatformProvider
  }
  readonly getProvider: {
    readonly path: '/api/admin/providers/{name}'
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformProvider
  }
  readonly changeProvider: {
    readonly path: '/api/admin/providers/{name}'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformProvider
  }
  readonly deleteProvider: {
    readonly path: '/api/admin/providers/{name}'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformDeletedProvider
  }
  readonly testProvider: {
    readonly path: '/api/admin/providers/{name}/test'
    readonly parameters: {
      readonly name: string
      readonly model?: string
    }
    readonly reply: PlatformProviderTest
  }
  readonly listConfiguredModels: {
    readonly path: '/api/admin/models'
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformModelList
  }
  readonly createModel: {
    readonly path: '/api/admin/models'
    readonly parameters: {}
    readonly reply: PlatformModel
  }
  readonly getConfiguredModel: {
    readonly path: '/api/admin/models/{name}'
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformModel
  }
  readonly changeModel: {
    readonly path: '/api/admin/models/{name}'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformModel
  }
  readonly deleteModel: {
    readonly path: '/api/admin/models/{name}'
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformDeletedModel
  }
  readonly listPrices: {
    readonly path: '/api/admin/prices'
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformPriceList
  }
  readonly listChanges: {
    readonly path: '/api/admin/audit'
    readonly parameters: {
      readonly actor?: string
      readonly object?: PlatformObjectKind
      readonly name?: string
      readonly action?: PlatformAction
      readonly from?: string
      readonly to?: string
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformAuditList
  }
  readonly getStatus: {
    readonly path: '/api/admin/status'
    readonly parameters: {}
    readonly reply: PlatformStatus
  }
  readonly getOwnToken: {
    readonly path: '/api/token'
    readonly parameters: {}
    readonly reply: PlatformToken
  }
  readonly inviteUser: {
    readonly path: '/api/admin/users/{name}/invite'
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformInvite
  }
  readonly getConsoleSession: {
    readonly path: '/api/console/session'
    readonly parameters: {}
    readonly reply: PlatformConsoleSession
  }
  readonly readInvite: {
    readonly path: '/api/console/invite'
    readonly parameters: {}
    readonly reply: PlatformInviteState
  }
  readonly setUpAccount: {
    readonly path: '/api/console/set-up'
    readonly parameters: {}
    readonly reply: PlatformConsoleSession
  }
  readonly signIn: {
    readonly path: '/api/console/sign-in'
    readonly parameters: {}
    readonly reply: PlatformConsoleSession
  }
  readonly signOut: {
    readonly path: '/api/console/sign-out'
    readonly parameters: {}
    readonly reply: PlatformSessionsEnded
  }
  readonly signOutEverywhere: {
    readonly path: '/api/console/sign-out-everywhere'
    readonly parameters: {}
    readonly reply: PlatformSessionsEnded
  }
  readonly listSessions: {
    readonly path: '/api/console/sessions'
    readonly parameters: {}
    readonly reply: PlatformSessionList
  }
  readonly endSession: {
    readonly path: '/api/console/sessions/{id}'
    readonly parameters: {
      readonly id: string
    }
    readonly reply: PlatformSessionsEnded
  }
  readonly changePassword: {
    readonly path: '/api/console/password'
    readonly parameters: {}
    readonly reply: PlatformConsoleSession
  }
  readonly createPlaygroundToken: {
    readonly path: '/api/console/playground-token'
    readonly parameters: {}
    readonly reply: PlatformPlaygroundToken
  }
  readonly listConsoleModels: {
    readonly path: '/api/console/models'
    readonly parameters: {}
    readonly reply: PlatformConsoleModelList
  }
  readonly getTrace: {
    readonly path: '/api/console/traces/{request_id}'
    readonly parameters: {
      readonly request_id: string
    }
    readonly reply: PlatformTrace
  }
  readonly convert: {
    readonly path: '/api/convert'
    readonly parameters: {}
    readonly reply: PlatformConverted
  }
}

export type OperationId = keyof Operations
