import type { ChatDialect, UpstreamDialect } from './dialect-name.js'
import type { Located } from './located.js'
import type { CacheHint, Part } from './part.js'
import type { WebSearch } from './web-search.js'

/** A neutral request for the next turn of a conversation. */
export interface ConversationRequest {
  /** The client's dialect; pointers lead into its request body. */
  readonly dialect: ChatDialect
  /** The model as the client named it. */
  readonly model: string
  readonly stream: boolean
  /** In the client's order. Same-role neighbours are allowed; encoders merge or split as their dialect needs. */
  readonly turns: readonly Turn[]
  /** The pointer of the turns, for error messages: `/messages`, `/input`, `/contents`. */
  readonly turnsAt?: string
  readonly tools: readonly Tool[]
  readonly toolChoice?: Located<ToolChoice>
  /** `false`: at most one tool call in a turn. */
  readonly parallelToolCalls?: Located<boolean>
  readonly output?: Located<OutputFormat>
  readonly reasoning?: ReasoningSettings
  readonly settings: Settings
}

export interface Turn {
  /** `system` and `developer` may stand anywhere. Tool results are parts of `user` turns in every dialect. */
  readonly role: 'system' | 'developer' | 'user' | 'assistant'
  readonly parts: readonly Part[]
  /** Chat completions: the participant's `name`. */
  readonly name?: Located<string>
  readonly at: string
}

export type Tool = FunctionTool | CustomTool | ProviderTool

export interface FunctionTool {
  readonly type: 'function'
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments (an object schema); absent where the client gave none. */
  readonly parameters?: JsonSchema
  /** The dialects differ in the default: chat, messages and Gemini lax, responses strict. `undefined` = the client did not say. */
  readonly strict?: Located<boolean>
  readonly cache?: CacheHint
  readonly clientForm?: ToolForm
  readonly at: string
}

/** The client's own kind of a function tool (responses); the name is unique among the tools of a request. */
export type ToolForm =
  /** A tool of a namespace, under its own name there. */
  | { readonly type: 'namespaced'; readonly namespace: string; readonly name: string }
  /** Finds more tools; run by the client. */
  | { readonly type: 'tool-search' }

/** OpenAI's free-text tool. */
export interface CustomTool {
  readonly type: 'custom'
  readonly name: string
  readonly description?: string
  /** `{type: 'text'}` or a grammar. */
  readonly format?: Located<CustomToolFormat>
  readonly clientForm?: ToolForm
  readonly at: string
}

export type CustomToolFormat =
  { readonly type: 'text' } | { readonly type: 'grammar'; readonly syntax: 'lark' | 'regex'; readonly definition: string }

/** A tool that the provider defines or runs itself (web search, code execution, computer use …). */
export interface ProviderTool {
  readonly type: 'provider'
  readonly dialect: UpstreamDialect
  /** The dialect's own type: `web_search_20250305`, `googleSearch`, `file_search`. */
  readonly label: string
  readonly value: unknown
  /** Set where the tool searches the web, which other providers can do too. */
  readonly webSearch?: WebSearch
  readonly at: string
}

export type ToolChoice =
  | { readonly type: 'auto' }
  | { readonly type: 'none' }
  /** At least one tool call, of any tool. */
  | { readonly type: 'required' }
  /** This tool must be called. */
  | { readonly type: 'tool'; readonly name: string; readonly kind: 'function' | 'custom' }
  /** Only these may be called; `mode` says whether one must be. */
  | { readonly type: 'allowed'; readonly mode: 'auto' | 'required'; readonly names: readonly string[] }
  /** One of the provider's own tools, as its dialect names it. */
  | { readonly type: 'provider'; readonly dialect: UpstreamDialect; readonly label: string; readonly value: unknown }
  /** The provider must search the web. */
  | { readonly type: 'web-search'; readonly label: string }

export type OutputFormat =
  | { readonly type: 'text' }
  /** Any JSON. */
  | { readonly type: 'json' }
  | {
      readonly type: 'json-schema'
      readonly schema: JsonSchema
      readonly name?: string
      readonly description?: string
      readonly strict?: boolean
    }

export type JsonSchema = Readonly<Record<string, unknown>>

/** The efforts of all dialects; each target has a subset. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

export interface ReasoningSettings {
  readonly effort?: Located<ReasoningEffort>
  /** Thinking budget in tokens; 0 = off, -1 = the model decides. */
  readonly budgetTokens?: Located<number>
  /** Anthropic `adaptive` (the model decides), `enabled`, `disabled`; others `undefined`. */
  readonly mode?: Located<'enabled' | 'adaptive' | 'disabled'>
  /** The client wants to read the thoughts or their summary. OpenAI: auto/concise/detailed; Gemini: includeThoughts; Anthropic: display. */
  readonly summary?: Located<'none' | 'auto' | 'concise' | 'detailed'>
  /** Responses: `include: ["reasoning.encrypted_content"]`. */
  readonly encrypted?: Located<boolean>
}

export interface Settings {
  readonly maxOutputTokens?: Located<number>
  readonly temperature?: Located<number>
  readonly topP?: Located<number>
  readonly topK?: Located<number>
  readonly stopSequences?: Located<readonly string[]>
  readonly seed?: Located<number>
  readonly presencePenalty?: Located<number>
  readonly frequencyPenalty?: Located<number>
  readonly logitBias?: Located<Readonly<Record<string, number>>>
  /** `n`, `candidateCount`. */
  readonly choiceCount?: Located<number>
  readonly logprobs?: Located<boolean>
  readonly topLogprobs?: Located<number>
  /** An opaque id of the end user: `safety_identifier`, `user`, `metadata.user_id`. */
  readonly user?: Located<string>
  readonly metadata?: Located<Readonly<Record<string, string>>>
  readonly serviceTier?: Located<string>
  readonly verbosity?: Located<string>
  readonly promptCacheKey?: Located<string>
  readonly store?: Located<boolean>
  /** Output kinds, lower case: `text`, `audio`, `image`. */
  readonly modalities?: Located<readonly string[]>
  readonly audio?: Located<{ readonly voice?: unknown; readonly format?: string }>
  /** Chat completions: the client asked for a usage chunk at the end of the stream. */
  readonly streamUsage?: Located<boolean>
}
