import type { JsonObject } from '../json/object.js'
import type { TargetTraits } from './target.js'
import type { LossLedger } from './ledger.js'
import type { ConversationRequest } from './request.js'
import type { UpstreamDialect } from './dialect-name.js'

/** What a decoder of an upstream's reply must know: clock, ids and quirks come in as arguments. */
export interface DecodeContext {
  readonly newId: (prefix: string) => string
  readonly traits: TargetTraits
  readonly ledger: LossLedger
  /** What was asked, in the exchange's words; decoders of dialects without tool kinds look up custom tools here. */
  readonly request: ConversationRequest
}

/** What a decoder of a client's request must know. */
export interface DecodeRequestContext {
  /** What the client wrote and the exchange has no word for is booked here. */
  readonly ledger: LossLedger
  /** Given where they are not in the body but in the path. */
  readonly model?: string
  readonly stream?: boolean
}

/** What an encoder of a reply for the client must know. */
export interface ReplyContext {
  /** The request that this answers. */
  readonly request: ConversationRequest
  /** The client's own body, for dialects that echo settings (responses). */
  readonly wireRequest: Readonly<Record<string, unknown>>
  /** The dialect that the upstream spoke: whose proofs the reply carries. */
  readonly upstreamDialect: UpstreamDialect
  /** Seconds since the epoch, read once. */
  readonly now: number
  readonly newId: (prefix: string) => string
  readonly ledger: LossLedger
  /** The id of the reply where the gateway fixed it before (stored responses). */
  readonly replyId?: string
  /** Takes the whole reply at the good end of a stream, from encoders that write one there anyway (responses); before its last frames are sent. */
  readonly onWholeReply?: (reply: JsonObject) => void
}
