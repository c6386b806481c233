import type { UpstreamDialect } from './dialect-name.js'
import type { Proof } from './proof.js'

interface PartBase {
  /** The JSON pointer of the part in the client's request; `''` in replies. */
  readonly at: string
  /** Set where the client asked for a cache breakpoint after this part. */
  readonly cache?: CacheHint
  /** JSON pointers of members that are not inside the part in the client's dialect; read by {@link placeOf}. */
  readonly places?: Readonly<Partial<Record<PartMember, string>>>
}

/** Members of parts that some dialect has at another place than inside the part. */
export type PartMember = 'proof' | 'citations' | 'phase' | 'detail' | 'filename' | 'context' | 'citable' | 'mediaType' | 'isError'

/** The JSON pointer of a part's member, for the ledger: its own where the decoder set one, otherwise the part's. */
export function placeOf(part: Part, member: PartMember): string {
  return part.places?.[member] ?? part.at
}

/** A cache breakpoint (Anthropic's `cache_control`, Converse's `cachePoint`), with Anthropic's names of lifetimes. */
export interface CacheHint {
  readonly ttl?: '5m' | '1h'
  readonly at: string
}

export interface TextPart extends PartBase {
  readonly type: 'text'
  readonly text: string
  readonly citations?: readonly Citation[]
  /** Gemini also signs visible text, sometimes in an empty last part. */
  readonly proof?: Proof
  /** Responses: `commentary` or `final_answer`. */
  readonly phase?: string
}

/** An image, audio, a document or a video, in either direction. */
export interface MediaPart extends PartBase {
  readonly type: 'media'
  readonly kind: 'image' | 'audio' | 'document' | 'video'
  readonly source: MediaSource
  /** OpenAI's `detail` of an image. */
  readonly detail?: string
  /** The file's name, or the document's title. */
  readonly filename?: string
  /** Anthropic's `context`: text about the document, which is not cited. */
  readonly context?: string
  /** Anthropic's `citations.enabled`. */
  readonly citable?: boolean
  readonly transcript?: string
  readonly proof?: Proof
}

/** The kind of media of a media type; an unknown or absent type is a document. */
export function kindOfMediaType(mediaType: string | undefined): MediaPart['kind'] {
  const group = mediaType?.split('/', 1)[0]
  return group === 'image' || group === 'audio' || group === 'video' ? group : 'document'
}

export type MediaSource =
  /** `data` in standard base64 (RFC 4648 §4). `mediaType`: for example `image/png`. */
  | { readonly type: 'base64'; readonly mediaType: string; readonly data: string }
  | { readonly type: 'url'; readonly url: string; readonly mediaType?: string }
  /** The id of a file stored at a provider, which only upstreams of this dialect can resolve. */
  | { readonly type: 'file'; readonly id: string; readonly dialect: UpstreamDialect; readonly mediaType?: string }
  | { readonly type: 'text'; readonly text: string; readonly mediaType: string }

export interface ReasoningPart extends PartBase {
  readonly type: 'reasoning'
  /** Empty where the provider gives only the proof. */
  readonly text: string
  /** Set where the text is a summary of the reasoning (OpenAI, Gemini): its sections, which `text` has joined by `\n\n`. */
  readonly summaries?: readonly string[]
  readonly proof?: Proof
}

export interface ToolCallPart extends PartBase {
  readonly type: 'tool-call'
  /** The id that the client sees; generated where the upstream sends none. */
  readonly id: string
  readonly name: string
  /** `function`: `input` is the JSON text of an object (`{}` without arguments). `custom`: `input` is free text. */
  readonly kind: 'function' | 'custom'
  readonly input: string
  readonly proof?: Proof
  /** Responses: the item's own id (`fc_…`). */
  readonly itemId?: string
  /** The reply ended inside this tool call, so it must not be executed. */
  readonly cut?: true
}

export interface ToolResultPart extends PartBase {
  readonly type: 'tool-result'
  readonly callId: string
  /** The function's name, which Gemini's results have; other dialects find it by `callId`. */
  readonly name?: string
  readonly kind: 'function' | 'custom'
  readonly content: readonly (TextPart | MediaPart | OpaquePart)[]
  readonly isError?: boolean
}

export interface RefusalPart extends PartBase {
  readonly type: 'refusal'
  readonly text: string
}

/**
 * A part that has no counterpart in other dialects (server tools and their results, compaction, container uploads …).
 * Encoders of another dialect drop it with a ledger entry, or refuse the request where its meaning would change.
 */
export interface OpaquePart extends PartBase {
  readonly type: 'opaque'
  readonly dialect: UpstreamDialect
  /** The dialect's name of the part's type, for error messages: `server_tool_use`, `web_search_call`, `executableCode`. */
  readonly label: string
  readonly value: unknown
}

export type Part = TextPart | MediaPart | ReasoningPart | ToolCallPart | ToolResultPart | RefusalPart | OpaquePart

/** A source of a passage of the answer. */
export interface Citation {
  readonly type: 'url' | 'document'
  readonly url?: string
  readonly title?: string
  readonly citedText?: string
  /** Start and end (exclusive) of the passage: UTF-16 offsets into the text of the part that has the citation. */
  readonly start?: number
  readonly end?: number
  /** Index of the cited document among the request's documents, from 0. */
  readonly documentIndex?: number
  readonly fileId?: string
  /** The citation on the wire, for clients of the same dialect. */
  readonly native?: { readonly dialect: UpstreamDialect; readonly value: unknown }
}
