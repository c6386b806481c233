import type { Dialect, WireObject } from '../../dialects/dialect.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { RequestBody } from '../gateway-request.js'

/** A conversation request from an operation. */
export interface Conversation {
  readonly dialect: Dialect
  readonly model: string
  readonly stream: boolean
  readonly framing: 'sse' | 'json-array'
  /** The bytes are relayed where the upstream has the same dialect. */
  readonly body: RequestBody
  readonly targets: readonly RoutedTarget[]
  /** Tell in the reply's usage what the request cost. */
  readonly tellsCost: boolean
  /** The request's dialect is not the reply's: nothing can be relayed. */
  readonly foreignRequest: boolean
  /** The id of the reply, where the gateway stores it. Only for translated replies. */
  readonly replyId: string | undefined
  /** Members of the client's request that the reply repeats although the gateway has dealt with them. Only for translated replies. */
  readonly echoes: WireObject | undefined
  /** Gets the client's whole reply before it, or the end of its stream, is sent. */
  readonly observer: ReplyObserver | undefined
}

export interface ReplyObserver {
  /** A whole reply: translated, streamed or not, or relayed without streaming. */
  reply(wire: WireObject, target: RoutedTarget, relayed: boolean): void
  /** Every event of a relayed stream. */
  relayedEvent?(data: string, target: RoutedTarget): void
}
