import type { UpstreamDialect } from './dialect-name.js'
import type { Proof } from './proof.js'

/** `at`: the JSON pointer of the part in the client's request; `''` in replies. */
interface Placed {
  readonly at: string
  /** The client asked for a cache breakpoint after this part. `ttl` as Anthropic names it. */
  readonly cache?: CacheHint
  /** JSON pointers of members that the client wrote at other places, for the ledger; read by {@link placeOf}. */
  readonly places?: Readonly<Partial<Record<PartMember, string>>>
}

/** Members that some dialect writes at a place of their own. */
export type PartMember = 'proof' | 'citations' | 'phase' | 'detail' | 'filename' | 'context' | 'citable' | 'mediaType' | 'isError'

/** The JSON pointer of a member of a part: its own where the decoder gave one, else the part's. */
export function placeOf(part: Part, member: PartMember): string {
  return part.places?.[member] ?? part.at
}

export interface CacheHint {
  readonly ttl?: '5m' | '1h'
  readonly at: string
}

export interface TextPart extends Placed {
  readonly type: 'text'
  readonly text: string
  readonly citations?: readonly Citation[]
  /** Gemini signs visible text too, sometimes an empty last one. */
  readonly proof?: Proof
  /** Responses: `commentary` or `final_answer`. */
  readonly phase?: string
}

/** An image, audio, a document or a video, in either direction. */
export interface MediaPart extends Placed {
  readonly type: 'media'
  readonly kind: 'image' | 'audio' | 'document' | 'video'
  readonly source: MediaSource
  /** OpenAI's `detail` of an image. */
  readonly detail?: string
  /** Name of the file, or the title of a document. */
  readonly filename?: string
  /** Anthropic: what the document is about, not cited from. */
  readonly context?: string
  /** Anthropic: citations are wanted from this document. */
  readonly citable?: boolean
  readonly transcript?: string
  readonly proof?: Proof
}

export type MediaSource =
  /** `data` is standard base64; `mediaType` such as `image/png`. */
  | { readonly type: 'base64'; readonly mediaType: string; readonly data: string }
  | { readonly type: 'url'; readonly url: string; readonly mediaType?: string }
  /** An id in the provider's file store; only that dialect's upstream can resolve it. */
  | { readonly type: 'file'; readonly id: string; readonly dialect: UpstreamDialect; readonly mediaType?: string }
  | { readonly type: 'text'; readonly text: string; readonly mediaType: string }

export interface ReasoningPart extends Placed {
  readonly type: 'reasoning'
  /** Readable thinking; empty where only the proof is given. */
  readonly text: string
  /** The text is a summary made for reading (OpenAI, Gemini), not the raw chain. Several summary parts are joined by `\n\n` in `text` and kept here. */
  readonly summaries?: readonly string[]
  readonly proof?: Proof
}

export interface ToolCallPart extends Placed {
  readonly type: 'tool-call'
  /** As the client knows it. Generated where the upstream gives none. */
  readonly id: string
  readonly name: string
  /** `function`: `input` is JSON text of an object (`{}` for none). `custom`: `input` is free text. */
  readonly kind: 'function' | 'custom'
  readonly input: string
  readonly proof?: Proof
  /** Responses: the item's own id (`fc_…`). */
  readonly itemId?: string
  /** The reply was cut inside this tool call: it must not be executed. */
  readonly cut?: true
}

export interface ToolResultPart extends Placed {
  readonly type: 'tool-result'
  readonly callId: string
  /** Gemini names the function; other dialects look it up from the call. */
  readonly name?: string
  readonly kind: 'function' | 'custom'
  readonly content: readonly (TextPart | MediaPart | OpaquePart)[]
  readonly isError?: boolean
}

export interface RefusalPart extends Placed {
  readonly type: 'refusal'
  readonly text: string
}

/**
 * A part that only its own dialect understands (server tools and their results, compaction, container uploads …).
 * Encoders of another dialect drop it with a ledger entry, or refuse where it changes the question.
 */
export interface OpaquePart extends Placed {
  readonly type: 'opaque'
  readonly dialect: UpstreamDialect
  /** The dialect's own name of the kind, for messages: `server_tool_use`, `web_search_call`, `executableCode`. */
  readonly label: string
  readonly value: unknown
}

export type Part = TextPart | MediaPart | ReasoningPart | ToolCallPart | ToolResultPart | RefusalPart | OpaquePart

/** The source of a statement in the answer. */
export interface Citation {
  readonly type: 'url' | 'document'
  readonly url?: string
  readonly title?: string
  readonly citedText?: string
  /** UTF-16 offsets into the text of the part that carries the citation. */
  readonly start?: number
  readonly end?: number
  /** Index of the cited document in the request, from 0. */
  readonly documentIndex?: number
  /** File id where the dialect names one. */
  readonly fileId?: string
  /** The citation as its own dialect wrote it. */
  readonly native?: { readonly dialect: UpstreamDialect; readonly value: unknown }
}
