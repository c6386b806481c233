import { PassThrough, type Transform } from 'node:stream'
import type { ListOptions } from '../../config/list-models.js'
import { decompressor } from './decompress.js'
import type { UpstreamClient } from './upstream-client.js'
import { userAgent } from './upstream-headers.js'
import { defined } from '../../json/object.js'

/** A `fetch` for requests of the gateway itself, such as lists of models, with the providers' proxies and certificates. */
export function upstreamFetch(client: UpstreamClient): ListOptions['fetch'] {
  return (url, { method = 'GET', headers, body: sent, signal, connection }) =>
    new Promise((resolve, reject) => {
      const { origin, pathname, search } = new URL(url)
      let body: Transform | undefined
      const fail = (error: Error): void => {
        if (body === undefined) reject(error)
        else body.destroy(error)
      }
      const control = client.send(
        defined({
          origin,
          path: pathname + search,
          method,
          headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': userAgent, ...headers },
          body: sent,
          connection,
        }),
        {
          onStart: () => undefined,
          onHead(status, head) {
            const decoded = decompressor(head['content-encoding']) ?? new PassThrough()
            if (decoded === 'unknown') {
              control.abort()
              fail(new Error('unknown content-encoding'))
              return
            }
            body = decoded
            // A reader that stops closes the connection.
            body.on('close', () => {
              control.abort()
            })
            body.on('drain', () => {
              control.resume()
            })
            // The reader sees it too.
            body.on('error', () => undefined)
            resolve({ status, body })
          },
          onData(chunk) {
            if (body?.write(chunk) === false) control.pause()
          },
          onEnd: () => body?.end(),
          onFailure({ detail }) {
            fail(new Error(detail))
          },
        },
      )
      signal.addEventListener('abort', () => {
        control.abort()
        fail(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
      })
    })
}
