import { mayRefer } from '../dialects/object-ids.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import type { JsonObject } from '../json/object.js'
import { largeJsonBytes } from '../relay/large-json.js'
import { mayReferInTurns } from '../relay/large-references.js'
import { asksForResponse, mayAskForResponse } from './events.js'
import type { Source } from './flow.js'
import { realtimeObjectIds } from './object-ids.js'

export interface ClientEventChecks {
  /** A client's event; `undefined`: it is not a JSON object. Throws `GatewayFailure` beyond the limits of a request's body. */
  readonly read: (event: Buffer) => JsonObject | undefined
  /** The same for a large event, in many turns of the event loop. */
  readonly readLarge: (event: Buffer) => Promise<JsonObject | undefined>
  /** Rejects where the event of a client names an object of another owner; nothing to wait for where it names none. */
  readonly checkIds: (event: JsonObject) => Promise<void> | undefined
  /** Why the token may not request a response now; checked for each `response.create`. */
  readonly refusal: () => GatewayError | undefined
}

interface ClientEventSinks {
  /** A message that is sent to the provider as it came. */
  readonly onMessage: (message: Buffer, binary: boolean) => void
  /** An event for the bridge; `undefined`: it is not a JSON object. */
  readonly onEvent: (event: JsonObject | undefined) => void
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

  /** Resolves when the message is passed on or refused; nothing to wait for where that is done. */
  take(message: Buffer, binary: boolean): Promise<void> | undefined {
    const { sinks, hasBridge } = this
    if (hasBridge && binary) sinks.onRejected({ kind: 'invalid_request', message: 'Messages must be text.' })
    else if (!binary && message.length > largeJsonBytes) return this.#whilePaused(() => this.#takeLarge(message))
    else if (hasBridge || (!binary && (mayAskForResponse(message) || mayRefer(message, realtimeObjectIds)))) return this.#takeSmall(message)
    else sinks.onMessage(message, binary)
    return undefined
  }

  #takeSmall(message: Buffer): Promise<void> | undefined {
    let event: JsonObject | undefined
    try {
      event = this.checks.read(message)
    } catch (thrown) {
      this.#reject(thrown)
      return undefined
    }
    const checked = this.#checkIds(event)
    if (checked !== undefined)
      return this.#whilePaused(async () => {
        await checked
        return () => {
          this.#pass(event, message)
        }
      })
    this.#pass(event, message)
    return undefined
  }

  async #takeLarge(message: Buffer): Promise<() => void> {
    const isRead = this.hasBridge || mayAskForResponse(message) || (await mayReferInTurns(message, realtimeObjectIds))
    if (!isRead)
      return () => {
        this.sinks.onMessage(message, false)
      }
    const event = await this.checks.readLarge(message)
    await this.#checkIds(event)
    return () => {
      this.#pass(event, message)
    }
  }

  /** Through a bridge no ids reach the provider. */
  #checkIds(event: JsonObject | undefined): Promise<void> | undefined {
    return this.hasBridge ? undefined : this.checks.checkIds(event ?? {})
  }

  /** Later events wait until this one is checked. */
  async #whilePaused(check: () => Promise<() => void>): Promise<void> {
    const { source, sinks } = this
    source.pause()
    try {
      const pass = await check()
      if (!sinks.isOver()) pass()
    } catch (thrown) {
      if (!sinks.isOver()) this.#reject(thrown)
    } finally {
      source.resume()
    }
  }

  #reject(thrown: unknown): void {
    this.sinks.onRejected(thrown instanceof GatewayFailure ? thrown.error : unchecked)
  }

  #pass(event: JsonObject | undefined, message: Buffer): void {
    const refused = asksForResponse(event) ? this.checks.refusal() : undefined
    if (refused !== undefined) this.sinks.onRefused(refused)
    else if (this.hasBridge) this.sinks.onEvent(event)
    else this.sinks.onMessage(message, false)
  }
}
