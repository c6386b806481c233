import type { ServerResponse } from 'node:http'
import type { Bodies } from '../../books/bodies.js'
import type { HttpContext, Middleware } from '../context.js'

const texts = /^(?:text\/|application\/(?:[\w.+-]*json|x-ndjson))/

/** Keeps what a token's request was and what was answered, where the operator wants it. */
export function keepBodies(bodies: Bodies): Middleware {
  return (context, next) => (bodies.areKept ? keep(context, next) : next())

  async function keep(context: HttpContext, next: () => Promise<void>): Promise<void> {
    const reply = readAlong(context.res, bodies.mostBytes)
    try {
      await next()
    } finally {
      const { id, caller, body, operation } = context.state
      if (caller?.kind === 'token' && operation !== undefined) {
        const answered = texts.test(String(context.res.getHeader('content-type') ?? reply.type)) ? Buffer.concat(reply.pieces) : undefined
        bodies.take({ id, request: body?.bytes, reply: answered })
      }
    }
  }
}

interface ReadAlong {
  readonly pieces: readonly Buffer[]
  /** The content type. */
  readonly type: string
}

/** Copies the beginning of what is written to the response. */
function readAlong(response: ServerResponse, most: number): ReadAlong {
  const pieces: Buffer[] = []
  const read = { pieces, type: '' }
  let left = most
  const copy = (data: unknown, encoding: unknown): void => {
    if (left <= 0 || (typeof data !== 'string' && !Buffer.isBuffer(data))) return
    const bytes = typeof data === 'string' ? Buffer.from(data, encoding === 'latin1' ? 'latin1' : 'utf8') : data
    const piece = Buffer.from(bytes.subarray(0, left))
    left -= piece.length
    pieces.push(piece)
  }
  const write = response.write.bind(response) as (...values: unknown[]) => boolean
  const end = response.end.bind(response) as (...values: unknown[]) => ServerResponse
  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse
  response.write = (...values: unknown[]) => {
    copy(values[0], values[1])
    return write(...values)
  }
  // Node's `end` does not come back to this `write`.
  response.end = (...values: unknown[]) => {
    copy(values[0], values[1])
    return end(...values)
  }
  response.writeHead = (...values: unknown[]) => {
    const headers: unknown = values.at(-1)
    if (typeof headers === 'object' && headers !== null) read.type = String(Reflect.get(headers, 'content-type') ?? '')
    return writeHead(...values)
  }
  return read
}
