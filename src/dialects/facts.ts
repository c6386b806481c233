import type { GatewayError } from '../exchange/error.js'
import type { Accepts } from '../exchange/fitting/accepts.js'
import type { TokenCosts } from './token-costs.js'

/** Facts of a dialect's upstreams beside their bodies. */
export interface UpstreamFacts {
  /** The header with the version of the API. */
  readonly version?: VersionHeader
  /** Beta headers, which are passed on from clients of the same dialect. */
  readonly betaHeaders: readonly string[]
  /** Prefix of the providers' rate-limit headers, which clients may see. */
  readonly rateLimitHeaders: string
  /** Whether one request can ask for several answers. */
  readonly severalAnswers: boolean
  /** Token costs of requests, for estimates where a provider does not count. */
  readonly tokens: TokenCosts
  /** What its providers accept of what the dialect allows. */
  readonly accepts: Accepts
  /** The data of the `error` event for an exception of AWS among `aws-chunks`. Absent: no provider streams this dialect so. */
  readonly awsExceptionEvent?: (name: string, payload: string) => string
}

export interface VersionHeader {
  readonly name: string
  /** The version of requests that the gateway writes itself: translated ones. */
  readonly own: string
  /** Headers in which a client sends its version, in order of preference. */
  readonly clientHeaders: readonly string[]
}

/** Facts of a dialect's clients beside their bodies. */
export interface ClientFacts {
  /** The endpoint of conversations, for error messages. */
  readonly endpoint: string
  /** The operationIds of conversations, with a whole and with a streamed reply; they may be the same. */
  readonly operations: readonly { readonly whole: string; readonly streamed: string }[]
  /** The framing of a stream for a request with this query. */
  framing(query: URLSearchParams): 'sse' | 'json-array'
  /** The format of lists of models for its libraries. */
  readonly modelLists: 'openai' | 'anthropic' | 'gemini'
  /** The top-level members by which a request is routed, limited and paid: no parser of a provider may read them differently. */
  readonly decidingMembers: readonly string[]
  /** Whether every request to this path has this dialect. `path`: without query. */
  ownsPath(path: string): boolean
  /** Headers that only this dialect's libraries send: they decide at the paths that all dialects share, the lists of models. */
  readonly libraryHeaders: readonly string[]
  /** Further headers that its libraries send, from browsers too. */
  readonly furtherHeaders: readonly string[]
  /** Checks required headers: throws a 400 that names the header. Absent: there are none. */
  checkHeaders?(headers: Readonly<Record<string, string | string[] | undefined>>): void
  /** Headers in which a caller's token is looked for before `Authorization`. */
  readonly credentialHeaders: readonly string[]
  /** The query parameter in which it is looked for next, at paths with the prefix `below`. */
  readonly credentialParameter?: { readonly below: string; readonly name: string }
  /** The header with the request's id beside `x-request-id`. */
  readonly requestIdHeader?: string
  /** A frame that the official clients accept as a heartbeat in an event stream; `''`: there is none. */
  readonly heartbeat: string
  /** Whether a stream ends with the tap's terminal mark; otherwise with `[DONE]` or with the body. */
  readonly endsAtMark: boolean
  /** Bytes that every request with another dialect's unsealed proof contains; absent: such proofs are always sealed. */
  readonly unsealedProof?: Buffer
  /** The HTTP status of an error in this dialect. */
  errorStatus(error: GatewayError): number
  /** Whether an error reply has this dialect's own format, so that its bytes can be relayed to clients. */
  isOwnError(wire: Readonly<Record<string, unknown>>): boolean
}

/** The facts of a dialect with both halves. */
export interface DialectFacts extends UpstreamFacts, ClientFacts {}
