import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/caller.js'
import type { Lease } from '../access/lease.js'
import type { ErrorFormat } from '../contract/error-format.js'
import type { RequestRecord } from '../record/request-record.js'
import type { GatewayRequest, ReplyKeeper } from '../relay/gateway-request.js'
import type { Reply, RequestState } from './context.js'

/** A request over HTTP or as a message of a WebSocket. Listeners are called at most once, when the client disconnects. */
export class ReceivedRequest implements GatewayRequest {
  readonly id: string
  readonly errorFormat: ErrorFormat
  readonly path: string
  readonly query: URLSearchParams
  readonly record: RequestRecord
  left: boolean
  onContent: (() => void) | undefined = undefined
  attemptsSince: number | undefined = undefined
  #listeners: (() => void)[] = []

  constructor(
    private readonly state: RequestState,
    readonly incoming: IncomingMessage,
    readonly response: Reply,
    readonly operationId: string,
    readonly caller: Caller,
    readonly lease: Lease,
  ) {
    this.id = state.id
    this.errorFormat = state.errorFormat
    this.path = state.path
    this.query = state.query
    this.record = state.record
    this.left = response.destroyed || response.closed
    response.on('close', () => {
      if (!response.writableFinished) this.#leave()
    })
  }

  get body(): RequestState['body'] {
    return this.state.body
  }

  get replyKeeper(): ReplyKeeper | undefined {
    return this.state.replyKeeper
  }

  get replay(): GatewayRequest['replay'] {
    return this.state.replay
  }

  onLeave(listener: () => void): void {
    this.#listeners.push(listener)
  }

  offLeave(listener: () => void): void {
    const place = this.#listeners.lastIndexOf(listener)
    if (place >= 0) this.#listeners.splice(place, 1)
  }

  #leave(): void {
    if (this.left) return
    this.left = true
    for (const listener of [...this.#listeners]) listener()
  }
}
