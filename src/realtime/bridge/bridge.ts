/**
 * Stands between a client of the realtime style and a provider with another protocol: messages in, messages out.
 * A pure state machine: ids come in as an argument, nothing here waits.
 */
export interface Bridge {
  /** What is said first, before anybody has spoken. */
  start(): BridgeMessages
  fromClient(message: string): BridgeMessages
  fromProvider(message: string): BridgeMessages
  /** Usage that no message to the client has carried, in the words of the realtime style. */
  leftUsage(): unknown
  /** Bytes kept back because the provider is not ready for them. */
  readonly waitingBytes: number
}

export interface BridgeMessages {
  readonly toClient: readonly string[]
  readonly toProvider: readonly string[]
  /** What goes to the provider goes over a new connection: the old one cannot be told. */
  readonly restart?: boolean
}
