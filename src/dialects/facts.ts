import type { GatewayError } from '../exchange/error.js'
import type { Accepts } from '../exchange/fitting/accepts.js'
import type { TokenCosts } from './token-costs.js'

/** What is known of a style's providers beside their bodies. */
export interface UpstreamFacts {
  /** The header that says which version of the API is spoken. */
  readonly version?: VersionHeader
  /** Headers of a client that go up where the client speaks the same style: beta features. */
  readonly betaHeaders: readonly string[]
  /** How the names of headers begin that tell a provider's rate limits, which clients may see. */
  readonly rateLimitHeaders: string
  /** One request can ask for several answers. */
  readonly severalAnswers: boolean
  /** What a request costs, for estimates where a provider cannot be asked. */
  readonly tokens: TokenCosts
  /** What its providers take of what the style can say. */
  readonly accepts: Accepts
}

export interface VersionHeader {
  readonly name: string
  /** The version of what this gateway writes itself: translated requests. */
  readonly own: string
  /** Headers in which a client says its version, the first one first. */
  readonly clientHeaders: readonly string[]
}

/** What is known of a style's clients beside their bodies. */
export interface ClientFacts {
  /** Where conversations are sent, in messages to clients. */
  readonly endpoint: string
  /** The contract's operations that hold conversations: with the whole reply, and as a stream, which may be the same. */
  readonly operations: readonly { readonly whole: string; readonly streamed: string }[]
  /** How a stream is framed that a request with this query asks for. */
  framing(query: URLSearchParams): 'sse' | 'json-array'
  /** The shape in which its libraries read the lists of models. */
  readonly modelLists: 'openai' | 'anthropic' | 'gemini'
  /** The top-level members by which a request is routed, limited and paid: no spelling of them may be read otherwise by a provider. */
  readonly decidingMembers: readonly string[]
  /** Whether every request to this path is in this style. `path`: without query. */
  ownsPath(path: string): boolean
  /** Headers that only libraries of this style send: they decide at paths that all styles share, the lists of models. */
  readonly libraryHeaders: readonly string[]
  /** Refuses headers with which no request of this style is taken: throws a 400 that names the header. Absent: there are none. */
  checkHeaders?(headers: Readonly<Record<string, string | string[] | undefined>>): void
  /** Headers in which a caller's token is looked for before `Authorization`. */
  readonly credentialHeaders: readonly string[]
  /** The query parameter in which it is looked for next, at paths with this beginning. */
  readonly credentialParameter?: { readonly below: string; readonly name: string }
  /** A reply's id for support, beside `x-request-id`. */
  readonly requestIdHeader?: string
  /** What the official clients take for a sign of life in an event stream; `''`: they take nothing. */
  readonly heartbeat: string
  /** Whether a stream ends with the event that the tap takes for its end; else with `[DONE]` or with the body. */
  readonly endsAtMark: boolean
  /** How another style's proof may stand in a request without a seal: a request without these bytes has none. */
  readonly unsealedProof?: Buffer
  /** The status of an error in this style. */
  errorStatus(error: GatewayError): number
  /** Whether an error reply is in the shape that this style's own provider gives it, so that clients can be given its bytes. */
  isOwnError(wire: Readonly<Record<string, unknown>>): boolean
}

/** The facts of a style that is spoken both ways. */
export interface DialectFacts extends UpstreamFacts, ClientFacts {}
