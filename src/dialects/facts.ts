import type { DialectFamily } from '../exchange/client-family.js'
import type { GatewayError } from '../exchange/error.js'
import type { Accepts } from '../exchange/fitting/accepts.js'
import type { TokenCosts } from './token-costs.js'

/** What upstreams of a dialect require or send beside bodies: headers, costs, limits. */
export interface UpstreamFacts {
  /** The header with the API's version. */
  readonly version?: VersionHeader
  /** Beta headers, which are relayed from clients of the same dialect. */
  readonly betaHeaders: readonly string[]
  /** Prefix of the providers' rate-limit headers, which are relayed to clients. */
  readonly rateLimitHeaders: string
  /** Whether a request can ask for several choices. */
  readonly severalAnswers: boolean
  /** Token costs of requests, for estimates where a provider does not count tokens. */
  readonly tokens: TokenCosts
  /** Limits of its providers that the dialect itself does not have. */
  readonly accepts: Accepts
  /** The data of an `error` event for an exception in an AWS event stream. Absent: no provider streams this dialect in that framing. */
  readonly awsExceptionEvent?: (name: string, payload: string) => string
}

export interface VersionHeader {
  readonly name: string
  /** The version of translated requests. */
  readonly own: string
  /** Headers in which a client sends its version, in order of preference. */
  readonly clientHeaders: readonly string[]
}

export interface LimitHeaders {
  readonly limit: string
  readonly remaining: string
  readonly reset: string
}

/** Where a dialect's replies have their usage. */
export interface UsagePlace {
  /** The top-level member of a whole reply. */
  readonly whole: string
  /** The path to it in an event of a stream. */
  readonly streamed: readonly string[]
  /** Whether the event with the final usage comes before the end mark. */
  readonly beforeEnd: boolean
}

/** The operationIds of chat with a whole and with a streamed reply; they may be the same. */
export interface ChatOperations {
  readonly whole: string
  readonly streamed: string
}

/** What clients of a dialect send or expect beside bodies: paths, headers, stream framing, errors. */
export interface ClientFacts {
  /** The chat endpoint, for error messages. */
  readonly endpoint: string
  /** Its operations of chat; the first is the usual one. */
  readonly operations: readonly [ChatOperations, ...ChatOperations[]]
  /** The framing of a stream for a request with this query. */
  framing(query: URLSearchParams): 'sse' | 'json-array'
  /** The family of its libraries, which decides their base addresses and the format of model lists that they read. */
  readonly family: DialectFamily
  /** The top-level members by which the gateway routes, limits and charges a request; see `DecidingMembers`. */
  readonly decidingMembers: readonly string[]
  /** Whether requests to this path are always of this dialect. `path`: without query. */
  ownsPath(path: string): boolean
  /** Headers that only this dialect's libraries send. They show the dialect of requests for model lists, whose path all dialects share. */
  readonly libraryHeaders: readonly string[]
  /** Other headers that its libraries send, for CORS. */
  readonly furtherHeaders: readonly string[]
  /** Checks required headers; throws a 400 that names the header. Absent: no header is required. */
  checkHeaders?(headers: Readonly<Record<string, string | string[] | undefined>>): void
  /** Headers that may have the caller's token; they are read before `Authorization`. */
  readonly credentialHeaders: readonly string[]
  /** The query parameter that may have the token, at paths with the prefix `below`. */
  readonly credentialParameter?: { readonly below: string; readonly name: string }
  /** Headers that tell what is left of the caller's quotas, sent in place of OpenAI's; resets are times of RFC 3339. */
  readonly limitHeaders?: Readonly<Record<'requests' | 'tokens', LimitHeaders>>
  /** The dialect's name of the header `x-request-id`, sent in addition to it. */
  readonly requestIdHeader?: string
  /** A frame that the official clients ignore, sent as a heartbeat; `''`: there is none. */
  readonly heartbeat: string
  readonly usagePlace: UsagePlace
  /** Whether the end mark that the tap reads is the last event of a stream. Otherwise the stream ends with `[DONE]` or with the body. */
  readonly endsAtMark: boolean
  /** Bytes that a request contains wherever it has an unsealed proof of another dialect; absent: such proofs are always sealed. */
  readonly unsealedProof?: Buffer
  /** The HTTP status of an error in this dialect. */
  errorStatus(error: GatewayError): number
  /** Whether an error reply has this dialect's own format, so that its bytes can be relayed to clients. */
  isOwnError(wire: Readonly<Record<string, unknown>>): boolean
}

/** The facts of a dialect with both halves. */
export interface DialectFacts extends UpstreamFacts, ClientFacts {}
