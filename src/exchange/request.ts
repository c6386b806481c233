import type { ChatDialect, UpstreamDialect } from './dialect-name.js'
import type { Located } from './located.js'
import type { CacheHint, Part } from './part.js'
import type { WebSearch } from './web-search.js'

/** A neutral request for the next assistant turn of a conversation. */
export interface ConversationRequest {
  /** The client's dialect. All JSON pointers (`at`) are into the body of its request. */
  readonly dialect: ChatDialect
  /** The model as the client named it. */
  readonly model: string
  readonly stream: boolean
  /** In the client's order. Consecutive turns may have the same role; encoders merge or split them as their dialect requires. */
  readonly turns: readonly Turn[]
  /** The JSON pointer of the turns, for error messages: `/messages`, `/input`, `/contents`. */
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
  /** `system` and `developer` turns may be anywhere. Tool results are parts of `user` turns, whatever the client's dialect. */
  readonly role: 'system' | 'developer' | 'user' | 'assistant'
  readonly parts: readonly Part[]
  /** Chat completions: the message's `name`. */
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
  /** Absent where the client did not set it. The dialects have different defaults: only responses is strict. */
  readonly strict?: Located<boolean>
  readonly cache?: CacheHint
  readonly clientKind?: ClientToolKind
  readonly at: string
}

/** What a tool is in the client's request (responses), where the exchange has it as a function or custom tool with a unique name. */
export type ClientToolKind =
  /** A tool of a namespace; `name`: its name there. */
  | { readonly type: 'namespaced'; readonly namespace: string; readonly name: string }
  /** The client's tool search. */
  | { readonly type: 'tool-search' }

/** OpenAI's custom tool, whose input is free text. */
export interface CustomTool {
  readonly type: 'custom'
  readonly name: string
  readonly description?: string
  /** `{type: 'text'}` or a grammar. */
  readonly format?: Located<CustomToolFormat>
  readonly clientKind?: ClientToolKind
  readonly at: string
}

export type CustomToolFormat =
  { readonly type: 'text' } | { readonly type: 'grammar'; readonly syntax: 'lark' | 'regex'; readonly definition: string }

/** A tool that the provider defines, and mostly runs (web search, code execution, computer use …). */
export interface ProviderTool {
  readonly type: 'provider'
  readonly dialect: UpstreamDialect
  /** The dialect's name of the tool's type: `web_search_20250305`, `googleSearch`, `file_search`. */
  readonly label: string
  readonly value: unknown
  /** Set for web search, which other providers have too. */
  readonly webSearch?: WebSearch
  readonly at: string
}

export type ToolChoice =
  | { readonly type: 'auto' }
  | { readonly type: 'none' }
  /** The model must call at least one tool. */
  | { readonly type: 'required' }
  /** The model must call this tool. */
  | { readonly type: 'tool'; readonly name: string; readonly kind: 'function' | 'custom' }
  /** The model may call only these tools; with the mode `required` it must call one. */
  | { readonly type: 'allowed'; readonly mode: 'auto' | 'required'; readonly names: readonly string[] }
  /** The model must call a tool of the provider. */
  | { readonly type: 'provider'; readonly dialect: UpstreamDialect; readonly label: string; readonly value: unknown }
  /** The model must search the web. */
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

/** The reasoning efforts of all dialects, in ascending order; each model accepts some of them. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

export type ReasoningEffort = (typeof reasoningEfforts)[number]

export interface ReasoningSettings {
  readonly effort?: Located<ReasoningEffort>
  /** In tokens; 0: no reasoning, -1: the model decides. */
  readonly budgetTokens?: Located<number>
  /** Anthropic's `thinking.type`; absent in other dialects. `adaptive`: the model decides. */
  readonly mode?: Located<'enabled' | 'adaptive' | 'disabled'>
  /** Whether the reply shows the reasoning or its summary. OpenAI: `summary`; Gemini: `includeThoughts`; Anthropic: `display`. */
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
  /** The id of the end user: `safety_identifier`, `user`, `metadata.user_id`. */
  readonly user?: Located<string>
  readonly metadata?: Located<Readonly<Record<string, string>>>
  readonly serviceTier?: Located<string>
  readonly verbosity?: Located<string>
  readonly promptCacheKey?: Located<string>
  readonly store?: Located<boolean>
  /** Requested kinds of output, in lower case: `text`, `audio`, `image`. */
  readonly modalities?: Located<readonly string[]>
  readonly audio?: Located<{ readonly voice?: unknown; readonly format?: string }>
  /** Chat completions: `stream_options.include_usage`. */
  readonly streamUsage?: Located<boolean>
}
