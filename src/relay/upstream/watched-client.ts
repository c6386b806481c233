import type { Socket } from 'node:net'
import { Client, errors, type buildConnector, type Dispatcher } from 'undici'
import { isBusy, writeStage, type StagedWork } from '../turn-stages.js'

export type WatchedOptions = Client.Options & { readonly connect: buildConnector.connector }

/** A handler that knows by which client its request is sent. */
export abstract class WatchedHandler {
  client: WatchedClient | undefined
}

/** One connection at a time: knows whether it has carried a request before, and who ended it. */
export class WatchedClient extends Client implements StagedWork {
  /** Requests sent on the current connection. */
  requests = 0
  #busy = false
  #socket: Socket | undefined
  /** Keeps what is written until its stage. */
  #corked: Socket | undefined
  /** Whether the provider has ended the current connection, or could have unnoticed: the streams of HTTP/2 end for themselves. */
  #ended = false

  constructor(
    origin: URL,
    options: WatchedOptions,
    /** Called when its request has ended; `works`: with a whole reply. */
    private readonly onFree?: (client: WatchedClient, works: boolean) => void,
  ) {
    const watch = (socket: Socket): void => {
      this.requests = 0
      this.#socket = socket
      this.#ended = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
      // Before undici's own listeners.
      socket.once('end', () => {
        if (this.#socket === socket) this.#ended = true
      })
    }
    const { connect } = options
    super(origin, {
      ...options,
      connect: (request, callback) =>
        // With the socket that it returns undici gives up a connection whose only request is aborted before it is there.
        connect(request, (...result) => {
          if (result[0] === null) watch(result[1])
          callback(...result)
        }),
    })
  }

  get isConnected(): boolean {
    return this.#socket?.destroyed === false
  }

  /** undici takes a reply with `Connection: close` as complete when its connection is reset. */
  get broken(): boolean {
    return this.#socket?.errored != null
  }

  /**
   * Whether undici ended the connection although the provider had not: it closes a connection itself after an unexpected reply (101, 100),
   * and its error has the code of a connection that the provider closed, `UND_ERR_SOCKET`.
   */
  endedItself(error: Error): boolean {
    return error instanceof errors.SocketError && error.socket !== null && !this.#ended
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof WatchedHandler) handler.client = this
    this.#busy = true
    if (isBusy()) this.#cork()
    return super.dispatch(options, handler)
  }

  runStage(): void {
    this.#corked?.uncork()
    this.#corked = undefined
  }

  /** The first request of a connection is written when that is made. HTTP/2 has a queue of its own. */
  #cork(): void {
    const socket = this.#socket
    if (socket === undefined || socket.destroyed || this.#ended || this.#corked !== undefined) return
    this.#corked = socket
    socket.cork()
    writeStage.add(this)
  }

  /** Its request has ended. */
  free(works: boolean): void {
    if (!this.#busy) return
    this.#busy = false
    this.onFree?.(this, works)
  }
}
