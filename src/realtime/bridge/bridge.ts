import type { JsonObject } from '../../json/object.js'

/**
 * Translates between a client of OpenAI's realtime API and a provider with another protocol: messages in, messages out.
 * A pure, synchronous state machine; ids come in as an argument.
 */
export interface Bridge {
  /** The messages at the start of the session. */
  start(): BridgeMessages
  /** `undefined`: the message is not a JSON object. */
  fromClient(event: JsonObject | undefined): BridgeMessages
  fromProvider(message: string): BridgeMessages
  /** Usage that no message to the client has carried, in the realtime API's format. */
  unreportedUsage(): unknown
  /** Bytes that are queued because the provider is not ready for them. */
  readonly waitingBytes: number
}

export interface BridgeMessages {
  readonly toClient: readonly string[]
  readonly toProvider: readonly string[]
  /** The messages for the provider need a new connection. */
  readonly restart?: boolean
}
