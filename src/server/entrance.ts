import type { IncomingMessage } from 'node:http'

/** The header in which a worker tells the gateway's own process the client's address. */
export const addressHeader = 'x-anywire-client-address'

/** Where workers pass requests on. */
export interface Entrance {
  /** Restores a request as its client has sent it. */
  enter(request: IncomingMessage): void
  /** What a worker may add to a head. */
  readonly headerBytes: number
}

/** A connection to it is for one connection of a client: its address is that of the other end. */
export const entrance: Entrance = {
  headerBytes: 128,
  enter(request) {
    const address = request.headers[addressHeader]
    if (typeof address !== 'string') return
    Object.defineProperty(request.socket, 'remoteAddress', { value: address === '' ? undefined : address, configurable: true })
    Reflect.deleteProperty(request.headers, addressHeader)
    const at = request.rawHeaders.findIndex((name, index) => index % 2 === 0 && name === addressHeader)
    if (at >= 0) request.rawHeaders.splice(at, 2)
  },
}
