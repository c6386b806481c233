import type { JsonObject } from '../json/object.js'
import type { LongTexts } from './kept-text.js'
import type { TargetTraits } from './target.js'
import type { LossLedger } from './ledger.js'
import type { ConversationRequest } from './request.js'
import type { UpstreamDialect } from './dialect-name.js'

/** The arguments of a decoder of upstream replies. */
export interface DecodeContext {
  /** A new id with this prefix. */
  readonly newId: (prefix: string) => string
  readonly traits: TargetTraits
  readonly ledger: LossLedger
  /** Decoders of dialects that have only function tools look up here which tools are custom. */
  readonly request: ConversationRequest
}

/** The arguments of a decoder of client requests. */
export interface DecodeRequestContext {
  /** Receives the members that have no counterpart in the exchange. */
  readonly ledger: LossLedger
  /** `model` and `stream` are set in dialects that have them in the path, not in the body. */
  readonly model?: string
  readonly stream?: boolean
}

/** The arguments of an encoder of replies for clients. */
export interface ReplyContext {
  /** The request that this answers. */
  readonly request: ConversationRequest
  /** The client's own body, for dialects that echo settings (responses). */
  readonly wireRequest: Readonly<Record<string, unknown>>
  /** The upstream's dialect, to which the reply's proofs belong. */
  readonly upstreamDialect: UpstreamDialect
  /** Seconds since the epoch. */
  readonly now: number
  readonly newId: (prefix: string) => string
  readonly ledger: LossLedger
  /** Keeps long texts for encoders that write texts twice (responses). Their frames then have placeholders for these texts. */
  readonly texts?: LongTexts
  /** The id of the reply, where the gateway has chosen it already (stored responses). */
  readonly replyId?: string
  /** Called with the whole reply at the successful end of a stream, before its last frames are sent. Only the responses encoder calls it. */
  readonly onWholeReply?: (reply: JsonObject) => void
}
