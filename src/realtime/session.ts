import type { WebSocket } from 'ws'
import type { Holding } from '../access/holding.js'
import type { GatewayError } from '../exchange/error.js'
import type { Usage } from '../exchange/usage.js'
import { addUsage, readTokenUsage } from '../media/usage.js'
import { clientLeft, completed, sessionCut, type Ending } from '../record/ending.js'
import type { RequestRecord } from '../record/request-record.js'
import type { Deadlines } from '../relay/deadlines.js'
import { isParsable, tooManyValues } from '../relay/upstream/reply-bounds.js'
import type { SecretMask } from '../secrets/mask.js'
import type { Bridge, BridgeMessages } from './bridge/bridge.js'
import { ClientEvents, type ClientEventChecks } from './client-events.js'
import { closeFrame, closeSoon, closeUnread, closeWhenRead } from './close-soon.js'
import { errorEvent, isParsed, usageIn, withoutSecrets } from './events.js'
import { Flow, messageBytes, Source } from './flow.js'
import { keepAlive, type KeepAlive } from './keep-alive.js'
import { MessagePace, tooManyMessages } from './message-pace.js'
import type { OpenSocket } from './open-sockets.js'
import { ProviderSide } from './provider-side.js'
import { SocketMemory, type CarriedSocket } from './socket-memory.js'

export interface RealtimeSessionOptions extends ClientEventChecks {
  readonly tokenId: string
  readonly deadlines: Deadlines
  readonly idleMs: number
  /** Memory of the caller for one connection. */
  readonly holding: () => Holding
  readonly record: RequestRecord
  readonly newId: (prefix: string) => string
  /** Masks the provider's secrets. */
  readonly mask: SecretMask
  /** Where the provider speaks another protocol. */
  readonly bridge?: Bridge
  /** Opens another connection to the same provider, paused. Throws `GatewayFailure`. */
  readonly reconnect: () => Promise<CarriedSocket>
  /** Called once at the end; the record has the ending. */
  readonly onEnd: () => void
}

/** Bytes that may wait in a bridge for its provider before the client is paused. */
const mostWaitingBytes = 512 * 1024

/** Runs a realtime session between two open connections, until one of them ends. The provider's socket must be paused. */
export function serveRealtime(client: CarriedSocket, provider: CarriedSocket, options: RealtimeSessionOptions): OpenSocket {
  const session = new RealtimeSession(client, provider, options)
  session.start()
  // A session is never idle: it may continue until `drain_ms` is over.
  return { socket: client.socket, tokenId: options.tokenId, idle: () => false }
}

class RealtimeSession {
  #ended = false
  #waiting = false
  #usage: Usage | undefined
  readonly #clientSource: Source
  readonly #toClient: Flow
  /** For refusals of the client's events: who does not read them is not read. */
  readonly #refusals: Flow
  readonly #clientMemory: SocketMemory
  readonly #client: WebSocket
  readonly #provider: ProviderSide
  #alive: KeepAlive | undefined

  constructor(
    client: CarriedSocket,
    provider: CarriedSocket,
    private readonly options: RealtimeSessionOptions,
  ) {
    this.#client = client.socket
    this.#clientMemory = this.#memoryOf(client)
    this.#clientSource = new Source(client.socket, (message, binary) => {
      const taken = (): void => {
        this.#clientMemory.taken(message.length)
      }
      const taking = this.#ended ? undefined : events.take(message, binary)
      if (taking === undefined) taken()
      else void taking.finally(taken)
    })
    const events = this.#eventsOfClient()
    this.#provider = new ProviderSide(provider, {
      deadlines: options.deadlines,
      mask: options.mask,
      client: this.#clientSource,
      onWaiting: (bytes) => {
        this.#clientMemory.sending(bytes)
      },
      memoryOf: (carried) => this.#memoryOf(carried),
      reconnect: options.reconnect,
      isOver: () => this.#ended,
      onMessage: (message, binary) => {
        this.#fromProvider(message, binary)
      },
      onLost: (error) => {
        this.#lost(error)
      },
      onGone: (code, reason) => {
        this.#providerGone(code, reason)
      },
    })
    this.#refusals = new Flow(client.socket, [this.#clientSource])
    // A bridge answers some messages of the client itself.
    this.#toClient = new Flow(
      client.socket,
      options.bridge === undefined ? [this.#provider.source] : [this.#provider.source, this.#clientSource],
      (bytes) => {
        this.#provider.waiting(bytes)
      },
    )
  }

  start(): void {
    const client = this.#client
    const { deadlines, idleMs, bridge } = this.options
    this.#alive = keepAlive(client, {
      deadlines,
      idleMs,
      busy: () => false,
      end: (reason) => {
        this.#endByGateway(1001, reason, {
          kind: reason === 'idle' || reason === 'no pong' ? 'request_timeout' : 'shutting_down',
          message: reason,
        })
      },
    })
    const pace = new MessagePace()
    const heard = (): boolean => {
      if (this.#ended) return false
      if (pace.take()) return true
      this.#refuseFlood()
      return false
    }
    client.on('ping', heard)
    client.on('message', (data, binary) => {
      if (heard()) this.#clientSource.receive(messageBytes(data), binary)
    })
    client.on('error', () => {
      const message = 'the client broke the protocol'
      this.#clientGone(1001, message, sessionCut('client', { kind: 'invalid_request', message }))
    })
    client.once('close', (code, reason) => {
      this.#clientSource.finish()
      if (code === 1006) this.#clientGone(1001, 'the client disconnected', clientLeft)
      else this.#clientGone(code, reason.toString(), completed(101))
    })
    this.#provider.listen()
    if (bridge !== undefined) this.#deliver(bridge.start())
    this.#provider.resume()
  }

  #memoryOf(carried: CarriedSocket): SocketMemory {
    return new SocketMemory(carried, this.options.holding(), ({ error }) => {
      if (!this.#end(sessionCut('gateway', error))) return
      this.#sendError(error)
      closeUnread(this.#client, 1013, error.message)
      this.#provider.closeUnread(1001, '')
    })
  }

  #eventsOfClient(): ClientEvents {
    const { bridge } = this.options
    return new ClientEvents(this.#clientSource, bridge !== undefined, this.options, {
      isOver: () => this.#ended,
      onMessage: (message, binary) => {
        this.#provider.send(message, binary)
      },
      onEvent: (event) => {
        if (bridge !== undefined) this.#deliver(bridge.fromClient(event))
      },
      onRejected: (error) => {
        this.#refusals.send(this.#errorText(error), false)
      },
      onRefused: (error) => {
        this.#sendError(error)
        this.#endByGateway(1008, error.message, error)
      },
    })
  }

  #fromProvider(message: Buffer, binary: boolean): void {
    this.#alive?.touch()
    this.options.record.firstByte()
    if (!binary && (this.options.bridge !== undefined || isParsed(message)) && !isParsable(message)) {
      this.#lost(tooManyValues)
      return
    }
    if (this.options.bridge !== undefined) {
      this.#deliver(this.options.bridge.fromProvider(message.toString()))
      return
    }
    if (!binary) this.#recordUsage(message)
    this.#toClient.send(binary ? message : withoutSecrets(message, this.options.mask), binary)
  }

  #deliver({ toClient, toProvider, restart }: BridgeMessages): void {
    if (restart === true) this.#provider.restart(toProvider)
    else this.#provider.sendAll(toProvider)
    for (const message of toClient) {
      this.#recordUsage(message)
      this.#toClient.send(withoutSecrets(message, this.options.mask), false)
    }
    const waiting = (this.options.bridge?.waitingBytes ?? 0) > mostWaitingBytes
    if (waiting === this.#waiting) return
    this.#waiting = waiting
    if (waiting) this.#clientSource.pause()
    else this.#clientSource.resume()
  }

  #recordUsage(message: Buffer | string): void {
    this.#add(usageIn(message))
  }

  #add(usage: Usage | undefined): void {
    if (usage === undefined) return
    this.#usage = addUsage([this.#usage, usage])
    if (this.#usage !== undefined) this.options.record.usedMore(this.#usage, usage)
  }

  #sendError(error: GatewayError): void {
    this.#client.send(this.#errorText(error))
  }

  #errorText(error: GatewayError): string {
    return errorEvent(error, this.options.newId('event_'))
  }

  /** The client exceeded the rate of messages. */
  #refuseFlood(): void {
    const error: GatewayError = { kind: 'rate_limit_exceeded', message: `The client sent ${tooManyMessages}.` }
    if (!this.#end(sessionCut('gateway', error))) return
    closeUnread(this.#client, 1008, tooManyMessages)
    this.#provider.close(1000)
  }

  /** The gateway ends the session. */
  #endByGateway(code: number, reason: string, error: GatewayError): void {
    if (!this.#end(sessionCut('gateway', error))) return
    closeWhenRead(this.#client, ...closeFrame(code, reason))
    this.#provider.close(...closeFrame(code === 1008 ? 1000 : code, reason))
  }

  #clientGone(code: number, reason: string, ending: Ending): void {
    if (!this.#end(ending)) return
    this.#provider.close(...closeFrame(code, reason))
    closeSoon(this.#client)
  }

  #providerGone(code: number, reason: string): void {
    const { bridge } = this.options
    if (code === 1006) this.#lost({ kind: 'upstream_disconnected', message: 'The provider broke the connection.' })
    else if (bridge !== undefined && code !== 1000 && code !== 1005)
      this.#lost({ kind: 'upstream_unavailable', message: reason === '' ? `The provider ended the session with code ${code}.` : reason })
    else if (this.#end(completed(101))) closeWhenRead(this.#client, ...closeFrame(code, reason))
  }

  /** The provider is lost: the client gets an `error` event and a close frame. */
  #lost(error: GatewayError): void {
    if (!this.#end(sessionCut('provider', error))) return
    this.#sendError(error)
    closeWhenRead(this.#client, ...closeFrame(1011, error.message))
    this.#provider.close(1001, '')
  }

  /** `false` where the session has already ended. */
  #end(ending: Ending): boolean {
    if (this.#ended) return false
    this.#ended = true
    const { record, bridge, onEnd } = this.options
    record.ends(ending)
    this.#add(readTokenUsage(bridge?.unreportedUsage()))
    onEnd()
    return true
  }
}
