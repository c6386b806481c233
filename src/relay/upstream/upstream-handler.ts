import type { PiecedBody } from '../../json/pieced-body.js'
import type { ConnectionSettings } from '../../providers/provider-settings.js'

export interface UpstreamRequest {
  /** `https://host:port`, no path. Only configured providers' origins get here. */
  readonly origin: string
  /** Path with query. */
  readonly path: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | PiecedBody | string | AsyncIterable<Uint8Array> | NodeJS.ReadableStream
  /** The provider's own proxy and certificates; absent: a direct connection and the usual authorities. */
  readonly connection?: ConnectionSettings
}

/** Synchronous callbacks, in this order: `onStart`, `onHead`, `onData`*, then `onEnd` or `onFailure`. Nothing after `abort()`. */
export interface UpstreamHandler {
  /** The request begins to be sent on a connection. */
  onStart(): void
  onHead(status: number, headers: UpstreamReplyHeaders): void
  onData(chunk: Buffer): void
  onEnd(): void
  onFailure(failure: UpstreamFailure): void
}

export type UpstreamReplyHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface UpstreamFailure {
  /** `connect`: no byte of the request was sent. `disconnected`: the connection broke. `invalid`: not valid HTTP. */
  readonly type: 'connect' | 'disconnected' | 'invalid'
  readonly detail: string
}

/** Sends upstream requests. */
export interface UpstreamSender {
  send(request: UpstreamRequest, handler: UpstreamHandler): UpstreamControl
}

/** Controls a running upstream request. */
export interface UpstreamControl {
  abort(): void
  pause(): void
  resume(): void
  /** Whether the whole request has been sent. */
  readonly sent: boolean
}
