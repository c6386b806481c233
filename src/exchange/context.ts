import type { JsonObject } from '../json/object.js'
import type { TargetTraits } from './target.js'
import type { LossLedger } from './ledger.js'
import type { ConversationRequest } from './request.js'
import type { UpstreamDialect } from './dialect-name.js'

/** The arguments of a decoder of upstream replies, with clock, ids and traits. */
export interface DecodeContext {
  readonly newId: (prefix: string) => string
  readonly traits: TargetTraits
  readonly ledger: LossLedger
  /** The request; decoders of dialects without tool kinds look up custom tools here. */
  readonly request: ConversationRequest
}

/** The arguments of a decoder of client requests. */
export interface DecodeRequestContext {
  /** Gets the members that have no place in the exchange. */
  readonly ledger: LossLedger
  /** Set where these are not in the body but in the path. */
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
  /** The id of the reply, where the gateway chose it before (stored responses). */
  readonly replyId?: string
  /** Gets the whole reply at the successful end of a stream, before the last frames are sent, from encoders that write one anyway (responses). */
  readonly onWholeReply?: (reply: JsonObject) => void
}
