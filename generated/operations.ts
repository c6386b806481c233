import type { ChatCompletion, ChatCompletionDeleted, ChatCompletionList, ChatListOrder, ChatStoredMessageList } from './chat-completions/model/index.js'
import type { GeminiCountTokensResponse, GeminiGenerateContentResponse, GeminiStreamChunk } from './generate-content/model/index.js'
import type { AudioSpeechData, AudioTranscriptionReply, Completion, EmbeddingBatchReply, EmbeddingContentReply, EmbeddingList, ImageList, ModerationReply, RerankReply } from './media/model/index.js'
import type { MessagesMessage, MessagesTokenCount } from './messages/model/index.js'
import type { ModelsAnyList, ModelsAnyModel, ModelsGeminiList, ModelsGeminiModel } from './models/model/index.js'
import type { PlatformAction, PlatformAuditList, PlatformBrunoCollection, PlatformConsoleModelList, PlatformConsoleSession, PlatformContract, PlatformConverted, PlatformCreatedToken, PlatformDeletedModel, PlatformDeletedProvider, PlatformDeletedTeam, PlatformDeletedUser, PlatformHealth, PlatformInvite, PlatformInviteState, PlatformModel, PlatformModelList, PlatformObjectKind, PlatformPlaygroundToken, PlatformPostmanCollection, PlatformPriceList, PlatformProvider, PlatformProviderList, PlatformProviderTest, PlatformReadiness, PlatformRequestDetails, PlatformRequestList, PlatformRevokedToken, PlatformSessionList, PlatformSessionsEnded, PlatformSocketContract, PlatformStatus, PlatformTeam, PlatformTeamList, PlatformToken, PlatformTokenList, PlatformTrace, PlatformUsage, PlatformUser, PlatformUserList } from './platform/model/index.js'
import type { RealtimeClientSecret } from './realtime/model/index.js'
import type { ResponsesCompacted, ResponsesConversationDeleted, ResponsesConversationObject, ResponsesDeleted, ResponsesInputItem, ResponsesInputTokens, ResponsesItemList, ResponsesItemOrder, ResponsesResponse } from './responses/model/index.js'

/** The parameters of each operation of the contract, and its JSON reply. */
export interface Operations {
  readonly createChatCompletion: {
    readonly parameters: {
      readonly 'x-anywire-strict'?: string
      readonly 'x-anywire-usage'?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ChatCompletion
  }
  readonly listChatCompletions: {
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
    readonly parameters: {
      readonly completion_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ChatCompletion
  }
  readonly updateChatCompletion: {
    readonly parameters: {
      readonly completion_id: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ChatCompletion
  }
  readonly deleteChatCompletion: {
    readonly parameters: {
      readonly completion_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ChatCompletionDeleted
  }
  readonly listChatCompletionMessages: {
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
    readonly parameters: {
      readonly 'x-anywire-strict'?: string
      readonly 'x-anywire-usage'?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesResponse
  }
  readonly compactResponse: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesCompacted
  }
  readonly countResponseInputTokens: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesInputTokens
  }
  readonly getResponse: {
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
    readonly parameters: {
      readonly response_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesDeleted
  }
  readonly cancelResponse: {
    readonly parameters: {
      readonly response_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesResponse
  }
  readonly listResponseInputItems: {
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
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesConversationObject
  }
  readonly getConversation: {
    readonly parameters: {
      readonly conversation_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesConversationObject
  }
  readonly updateConversation: {
    readonly parameters: {
      readonly conversation_id: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesConversationObject
  }
  readonly deleteConversation: {
    readonly parameters: {
      readonly conversation_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesConversationDeleted
  }
  readonly listConversationItems: {
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
    readonly parameters: {
      readonly conversation_id: string
      readonly include?: readonly string[]
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ResponsesItemList
  }
  readonly getConversationItem: {
    readonly parameters: {
      readonly conversation_id: string
      readonly item_id: string
      readonly include?: readonly string[]
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesInputItem
  }
  readonly deleteConversationItem: {
    readonly parameters: {
      readonly conversation_id: string
      readonly item_id: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ResponsesConversationObject
  }
  readonly generateContent: {
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
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: Completion
  }
  readonly createEmbedding: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: EmbeddingList
  }
  readonly embedContent: {
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
    readonly parameters: {
      readonly model: string
      readonly alt?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: EmbeddingContentReply
  }
  readonly batchEmbedContentsV1: {
    readonly parameters: {
      readonly model: string
      readonly alt?: string
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: EmbeddingBatchReply
  }
  readonly createImage: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ImageList
  }
  readonly createImageEdit: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ImageList
  }
  readonly createTranscription: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: AudioTranscriptionReply
  }
  readonly createTranslation: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: AudioTranscriptionReply
  }
  readonly createSpeech: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: AudioSpeechData
  }
  readonly createRerank: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: RerankReply
  }
  readonly createRerankV2: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: RerankReply
  }
  readonly createModeration: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
      readonly 'idempotency-key'?: string
    }
    readonly reply: ModerationReply
  }
  readonly connectRealtime: {
    readonly parameters: {
      readonly model: string
      readonly intent?: string
      readonly 'sec-websocket-protocol'?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: never
  }
  readonly createRealtimeClientSecret: {
    readonly parameters: {
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: RealtimeClientSecret
  }
  readonly listModels: {
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
    readonly parameters: {
      readonly pageSize?: number
      readonly pageToken?: string
      readonly 'x-goog-api-client'?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ModelsGeminiList
  }
  readonly getModelV1beta: {
    readonly parameters: {
      readonly model: string
      readonly 'x-goog-api-client'?: string
      readonly 'x-anywire-tags'?: string
    }
    readonly reply: ModelsGeminiModel
  }
  readonly getHome: {
    readonly parameters: {}
    readonly reply: PlatformHealth
  }
  readonly headHome: {
    readonly parameters: {}
    readonly reply: never
  }
  readonly getHealth: {
    readonly parameters: {}
    readonly reply: PlatformHealth
  }
  readonly getReadiness: {
    readonly parameters: {}
    readonly reply: PlatformReadiness
  }
  readonly getContractJson: {
    readonly parameters: {
      readonly profile?: 'client' | 'validation'
      readonly version?: '3.0' | '3.1' | '3.2'
    }
    readonly reply: PlatformContract
  }
  readonly getContractYaml: {
    readonly parameters: {
      readonly profile?: 'client' | 'validation'
      readonly version?: '3.0' | '3.1' | '3.2'
    }
    readonly reply: never
  }
  readonly getContractDocument: {
    readonly parameters: {
      readonly document: string
      readonly profile?: 'client' | 'validation'
      readonly version?: '3.0' | '3.1' | '3.2'
    }
    readonly reply: never
  }
  readonly getContractDocumentJson: {
    readonly parameters: {
      readonly document: string
      readonly profile?: 'client' | 'validation'
      readonly version?: '3.0' | '3.1' | '3.2'
    }
    readonly reply: PlatformContract
  }
  readonly getContractOfVersion: {
    readonly parameters: {
      readonly version: string
      readonly document: string
    }
    readonly reply: PlatformContract
  }
  readonly getContractChanges: {
    readonly parameters: {}
    readonly reply: never
  }
  readonly getContractForPostman: {
    readonly parameters: {}
    readonly reply: PlatformPostmanCollection
  }
  readonly getContractForBruno: {
    readonly parameters: {}
    readonly reply: PlatformBrunoCollection
  }
  readonly getContractForModels: {
    readonly parameters: {}
    readonly reply: never
  }
  readonly getContractOfSocketsJson: {
    readonly parameters: {}
    readonly reply: PlatformSocketContract
  }
  readonly getContractOfSocketsYaml: {
    readonly parameters: {}
    readonly reply: never
  }
  readonly getReferencePage: {
    readonly parameters: {}
    readonly reply: never
  }
  readonly getReferenceAsset: {
    readonly parameters: {
      readonly asset: string
    }
    readonly reply: never
  }
  readonly listRequests: {
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
    readonly parameters: {
      readonly request_id: string
    }
    readonly reply: PlatformRequestDetails
  }
  readonly exportRequests: {
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
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
      readonly contains?: string
    }
    readonly reply: PlatformTokenList
  }
  readonly createToken: {
    readonly parameters: {}
    readonly reply: PlatformCreatedToken
  }
  readonly getToken: {
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformToken
  }
  readonly changeToken: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformToken
  }
  readonly revokeToken: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformRevokedToken
  }
  readonly rotateToken: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformCreatedToken
  }
  readonly topUpToken: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformToken
  }
  readonly listTeams: {
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformTeamList
  }
  readonly createTeam: {
    readonly parameters: {}
    readonly reply: PlatformTeam
  }
  readonly getTeam: {
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformTeam
  }
  readonly changeTeam: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformTeam
  }
  readonly deleteTeam: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformDeletedTeam
  }
  readonly topUpTeam: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformTeam
  }
  readonly listUsers: {
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformUserList
  }
  readonly createUser: {
    readonly parameters: {}
    readonly reply: PlatformUser
  }
  readonly getUser: {
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformUser
  }
  readonly changeUser: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformUser
  }
  readonly deleteUser: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformDeletedUser
  }
  readonly topUpUser: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformUser
  }
  readonly listProviders: {
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformProviderList
  }
  readonly createProvider: {
    readonly parameters: {}
    readonly reply: PlatformProvider
  }
  readonly getProvider: {
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformProvider
  }
  readonly changeProvider: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformProvider
  }
  readonly deleteProvider: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformDeletedProvider
  }
  readonly testProvider: {
    readonly parameters: {
      readonly name: string
      readonly model?: string
    }
    readonly reply: PlatformProviderTest
  }
  readonly listConfiguredModels: {
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformModelList
  }
  readonly createModel: {
    readonly parameters: {}
    readonly reply: PlatformModel
  }
  readonly getConfiguredModel: {
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformModel
  }
  readonly changeModel: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformModel
  }
  readonly deleteModel: {
    readonly parameters: {
      readonly name: string
      readonly 'if-match'?: string
    }
    readonly reply: PlatformDeletedModel
  }
  readonly listPrices: {
    readonly parameters: {
      readonly limit?: number
      readonly after?: string
    }
    readonly reply: PlatformPriceList
  }
  readonly listChanges: {
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
    readonly parameters: {}
    readonly reply: PlatformStatus
  }
  readonly getOwnToken: {
    readonly parameters: {}
    readonly reply: PlatformToken
  }
  readonly inviteUser: {
    readonly parameters: {
      readonly name: string
    }
    readonly reply: PlatformInvite
  }
  readonly getConsoleSession: {
    readonly parameters: {}
    readonly reply: PlatformConsoleSession
  }
  readonly readInvite: {
    readonly parameters: {}
    readonly reply: PlatformInviteState
  }
  readonly setUpAccount: {
    readonly parameters: {}
    readonly reply: PlatformConsoleSession
  }
  readonly signIn: {
    readonly parameters: {}
    readonly reply: PlatformConsoleSession
  }
  readonly signOut: {
    readonly parameters: {}
    readonly reply: PlatformSessionsEnded
  }
  readonly signOutEverywhere: {
    readonly parameters: {}
    readonly reply: PlatformSessionsEnded
  }
  readonly listSessions: {
    readonly parameters: {}
    readonly reply: PlatformSessionList
  }
  readonly endSession: {
    readonly parameters: {
      readonly id: string
    }
    readonly reply: PlatformSessionsEnded
  }
  readonly changePassword: {
    readonly parameters: {}
    readonly reply: PlatformConsoleSession
  }
  readonly createPlaygroundToken: {
    readonly parameters: {}
    readonly reply: PlatformPlaygroundToken
  }
  readonly listConsoleModels: {
    readonly parameters: {}
    readonly reply: PlatformConsoleModelList
  }
  readonly getTrace: {
    readonly parameters: {
      readonly request_id: string
    }
    readonly reply: PlatformTrace
  }
  readonly convert: {
    readonly parameters: {}
    readonly reply: PlatformConverted
  }
}

export type OperationId = keyof Operations
