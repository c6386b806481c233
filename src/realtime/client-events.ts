import { mayRefer } from '../dialects/object-ids.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import { parseObject, type JsonObject } from '../json/object.js'
import { asksForResponse, mayAskForResponse } from './events.js'
import type { Source } from './flow.js'
import { realtimeObjectIds } from './object-ids.js'

export interface ClientEventChecks {
  /** The text of a client's event, which is safe to parse. Throws `GatewayFailure` beyond the limits of a request's body. */
  readonly read: (event: Buffer) => string
  /** Rejects where the event of a client names an object of another owner; nothing to wait for where it names none. */
  readonly checkIds: (event: JsonObject) => Promise<void> | undefined
  /** Why the token may not request a response now; checked for each `response.create` (promises P60). */
  readonly refusal: () => GatewayError | undefined
}

interface ClientEventSinks {
  /** A message that is sent to the provider as it came. */
  readonly onMessage: (message: Buffer, binary: boolean) => void
  /** An event for the bridge. */
  readonly onEvent: (event: string) => void
  /** An event that is refused; the session continues. */
  readonly onRejected: (error: GatewayError) => void
  /** The token may request nothing more: the session ends. */
  readonly onRefused: (error: GatewayError) => void
  readonly isOver: () => boolean
}

const unchecked: GatewayError = { kind: 'internal', message: 'The gateway could not check the ids of this event.' }

/** Checks the events of a session's client before they are passed on. Only those that may be refused, or that a bridge translates, are read. */
export class ClientEvents {
  constructor(
    private readonly source: Source,
    private readonly hasBridge: boolean,
    private readonly checks: ClientEventChecks,
    private readonly sinks: ClientEventSinks,
  ) {}

  take(message: Buffer, binary: boolean): void {
    const { sinks, hasBridge } = this
    if (hasBridge && binary) sinks.onRejected({ kind: 'invalid_request', message: 'Messages must be text.' })
    else if (hasBridge || (!binary && (mayAskForResponse(message) || mayRefer(message, realtimeObjectIds)))) this.#takeEvent(message)
    else sinks.onMessage(message, binary)
  }

  #takeEvent(message: Buffer): void {
    const event = this.#read(message)
    if (event === undefined) return
    // Through a bridge no ids reach the provider.
    const checked = this.hasBridge ? undefined : this.checks.checkIds(parseObject(event) ?? {})
    if (checked === undefined) this.#pass(event, message)
    else this.#passChecked(checked, event, message)
  }

  /** Later events wait for the check. */
  #passChecked(checked: Promise<void>, event: string, message: Buffer): void {
    const { source, sinks } = this
    source.pause()
    void checked
      .then(
        () => {
          if (!sinks.isOver()) this.#pass(event, message)
        },
        (thrown: unknown) => {
          if (!sinks.isOver()) sinks.onRejected(thrown instanceof GatewayFailure ? thrown.error : unchecked)
        },
      )
      .finally(() => {
        source.resume()
      })
  }

  #pass(event: string, message: Buffer): void {
    const refused = asksForResponse(event) ? this.checks.refusal() : undefined
    if (refused !== undefined) this.sinks.onRefused(refused)
    else if (this.hasBridge) this.sinks.onEvent(event)
    else this.sinks.onMessage(message, false)
  }

  #read(message: Buffer): string | undefined {
    try {
      return this.checks.read(message)
    } catch (thrown) {
      if (!(thrown instanceof GatewayFailure)) throw thrown
      this.sinks.onRejected(thrown.error)
      return undefined
    }
  }
}
