import { Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import { buildConnector, Client } from 'undici'
import type { ConnectionSettings } from './provider-settings.js'
import { defined } from '../json/object.js'

type Connector = buildConnector.connector

interface TlsOptions {
  readonly ca?: string[]
  readonly cert?: string
  readonly key?: string
}

/** Makes connections to upstreams: TCP or TLS, directly or through an HTTP proxy. `connectMs` bounds each. */
export function connectorFor(connectMs: number, { proxy, ca, cert, key }: ConnectionSettings = {}): Connector {
  const tls: TlsOptions = defined({
    // In addition to the usual authorities.
    ca: ca === undefined ? undefined : [...rootCertificates, ca],
    cert,
    key,
  })
  return proxy === undefined
    ? buildConnector({ timeout: connectMs, autoSelectFamily: true, ...tls })
    : tunnelConnector(new URL(proxy), connectMs, tls)
}

/** A `CONNECT` tunnel for every origin, `http:` ones too, so that connections are pooled and watched like direct ones. */
function tunnelConnector({ origin, username, password }: URL, connectMs: number, tls: TlsOptions): Connector {
  const proxy = new Client(origin, { connect: connectorToProxy(connectMs, tls), headersTimeout: connectMs })
  const secure = buildConnector({ timeout: connectMs, allowH2: false, ...tls })
  const credentials = username === '' ? {} : { 'proxy-authorization': basic(username, password) }
  return (options, callback) => {
    const port = options.port || (options.protocol === 'https:' ? '443' : '80')
    const host = `${options.hostname}:${port}`
    proxy.connect({ path: host, headers: { host, ...credentials } }).then(
      ({ socket, statusCode }) => {
        if (statusCode !== 200 || !(socket instanceof Socket)) {
          socket.on('error', () => undefined).destroy()
          callback(new ProxyRefusal(statusCode), null)
        } else if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), null)
      },
    )
  }
}

/** The client certificate is for providers, not for the proxy. */
function connectorToProxy(connectMs: number, { ca }: TlsOptions): Connector {
  return buildConnector(defined({ timeout: connectMs, allowH2: false, ca }))
}

/** The proxy did not answer `CONNECT` with 200. */
class ProxyRefusal extends Error {
  readonly code: 'PROXY_AUTHENTICATION' | 'PROXY_REFUSED'

  constructor(status: number) {
    super(`the proxy answered ${status}`)
    this.code = status === 407 ? 'PROXY_AUTHENTICATION' : 'PROXY_REFUSED'
  }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
}
