import type { OutgoingHttpHeaders } from 'node:http'
import type { Reply } from '../context.js'

/** Takes what a response sends. */
export interface ResponseReader {
  head(status: number, headers: OutgoingHttpHeaders): void
  data(bytes: Buffer): void
}

/** A reply over a WebSocket has no headers but those that are written. */
interface ReadReply extends Reply {
  getHeaders?(): OutgoingHttpHeaders
}

/** Records everything that is written to the response from now on. */
export function readAlong(response: ReadReply, reader: ResponseReader): void {
  const write = response.write.bind(response) as (...values: unknown[]) => boolean
  const end = response.end.bind(response) as (...values: unknown[]) => Reply
  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => Reply
  response.write = (...values: unknown[]) => {
    read(values, reader)
    return write(...values)
  }
  // Node's `end` does not come back to this `write`.
  response.end = (...values: unknown[]) => {
    read(values, reader)
    return end(...values)
  }
  response.writeHead = (...values: unknown[]) => {
    const headers: unknown = values.at(-1)
    const [status] = values
    const given = typeof headers === 'object' && headers !== null ? (headers as OutgoingHttpHeaders) : {}
    // It may add to the headers.
    const written = writeHead(...values)
    reader.head(Number(status), { ...response.getHeaders?.(), ...given })
    return written
  }
}

function read([data, encoding]: readonly unknown[], reader: ResponseReader): void {
  if (Buffer.isBuffer(data)) reader.data(data)
  else if (typeof data === 'string') reader.data(Buffer.from(data, encoding === 'latin1' ? 'latin1' : 'utf8'))
}
