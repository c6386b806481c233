import type { WebSocket } from 'ws'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import type { Deadlines } from '../relay/deadlines.js'
import type { SecretMask } from '../secrets/mask.js'
import { closeSoon, closeUnread } from './close-soon.js'
import { Flow, messageBytes, Source } from './flow.js'
import { keepAlive } from './keep-alive.js'
import { MessagePace, tooManyMessages } from './message-pace.js'
import type { CarriedSocket, SocketMemory } from './socket-memory.js'

export interface ProviderSideOptions {
  readonly deadlines: Deadlines
  /** Masks the provider's secrets. */
  readonly mask: SecretMask
  /** The client's messages, which wait while too many bytes wait for the provider or while it is connected again. */
  readonly client: Source
  /** Gets the bytes that wait to be sent to the provider. */
  readonly onWaiting: (bytes: number) => void
  readonly memoryOf: (provider: CarriedSocket) => SocketMemory
  /** Opens another connection to the same provider, paused. Throws `GatewayFailure`. */
  readonly reconnect: () => Promise<CarriedSocket>
  /** Whether the session has ended: then nothing more is reported. */
  readonly isOver: () => boolean
  readonly onMessage: (message: Buffer, binary: boolean) => void
  /** The provider has failed, or has broken the rules. */
  readonly onLost: (error: GatewayError) => void
  /** The provider has closed the connection. `reason` has no secrets. */
  readonly onGone: (code: number, reason: string) => void
}

/** The provider of a realtime session. Its connection may be replaced by another while the session continues. */
export class ProviderSide {
  readonly source: Source
  #socket: WebSocket
  #memory: SocketMemory
  #flow: Flow
  /** The first messages for a connection that is being made. */
  #first: readonly string[] | undefined

  constructor(
    provider: CarriedSocket,
    private readonly options: ProviderSideOptions,
  ) {
    this.#socket = provider.socket
    this.#memory = options.memoryOf(provider)
    this.#flow = this.#flowTo(provider.socket)
    this.source = new Source(provider.socket, (message, binary) => {
      this.#memory.taken(message.length)
      if (!options.isOver()) options.onMessage(message, binary)
    })
  }

  /** Begins to listen to the connection, which stays paused. */
  listen(): void {
    this.#listenTo(this.#socket)
  }

  resume(): void {
    this.#socket.resume()
  }

  /** So many bytes of its messages wait to be sent to the client: they count as memory like those that it still sends. */
  waiting(bytes: number): void {
    this.#memory.sending(bytes)
  }

  send(message: Buffer | string, binary: boolean): void {
    this.#flow.send(message, binary)
  }

  /** Sends texts; while a connection is being made, they wait for it. */
  sendAll(messages: readonly string[]): void {
    if (this.#first !== undefined) this.#first = [...this.#first, ...messages]
    else for (const message of messages) this.#flow.send(message, false)
  }

  /** Opens another connection to the provider; `first` replaces the first messages of one that is being made. */
  restart(first: readonly string[]): void {
    const making = this.#first !== undefined
    this.#first = first
    if (making) return
    const { client, isOver, onLost, reconnect } = this.options
    client.pause()
    this.#flow.stop()
    closeSoon(this.#socket, 1000)
    reconnect().then(
      (provider) => {
        if (isOver()) closeSoon(provider.socket, 1000)
        else this.#continueWith(provider)
      },
      (thrown: unknown) => {
        onLost(thrown instanceof GatewayFailure ? thrown.error : { kind: 'internal', message: 'The gateway failed on this session.' })
      },
    )
  }

  close(code?: number, reason?: string): void {
    closeSoon(this.#socket, code, reason)
  }

  /** Closes without reading what the provider still sends. */
  closeUnread(code: number, reason: string): void {
    closeUnread(this.#socket, code, reason)
  }

  #continueWith(provider: CarriedSocket): void {
    const { socket } = provider
    const first = this.#first ?? []
    this.#first = undefined
    this.#socket = socket
    this.#memory = this.options.memoryOf(provider)
    this.#flow = this.#flowTo(socket)
    this.#listenTo(socket)
    this.source.replace(socket)
    this.sendAll(first)
    this.options.client.resume()
  }

  #flowTo(provider: WebSocket): Flow {
    return new Flow(provider, [this.options.client], this.options.onWaiting)
  }

  #listenTo(provider: WebSocket): void {
    const { deadlines, mask, isOver, onGone, onLost } = this.options
    const isCurrent = (): boolean => !isOver() && this.#socket === provider && this.#first === undefined
    keepAlive(provider, {
      deadlines,
      idleMs: Infinity,
      busy: () => false,
      end: (reason) => {
        if (isCurrent() && reason === 'no pong') onLost({ kind: 'upstream_timeout', message: 'The provider no longer answers.' })
      },
    })
    const pace = new MessagePace()
    const heard = (): boolean => {
      if (!isCurrent()) return false
      if (pace.take()) return true
      onLost({ kind: 'upstream_invalid', message: `The provider sent ${tooManyMessages}.` })
      closeUnread(provider, 1008, tooManyMessages)
      return false
    }
    provider.on('ping', heard)
    provider.on('message', (data, binary) => {
      if (heard()) this.source.receive(messageBytes(data), binary)
    })
    provider.on('error', (error: Error & { code?: string }) => {
      if (isCurrent() && error.code?.startsWith('WS_ERR_') === true)
        onLost({ kind: 'upstream_invalid', message: 'The provider sent a message that is not valid.' })
    })
    provider.once('close', (code, reason) => {
      if (!isCurrent()) return
      this.source.finish()
      if (isCurrent()) onGone(code, mask.clean(reason.toString()))
    })
  }
}
