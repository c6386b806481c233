import { isAdminPath } from '../../access/admin-key.js'
import type { Bodies } from '../../books/bodies.js'
import type { Reply, RequestContext, SharedMiddleware } from '../context.js'
import { readAlong } from './read-along.js'

const texts = /^(?:text\/|application\/(?:[\w.+-]*json|x-ndjson))/

/** Keeps what a token's request was and what was answered, where the operator wants it: over a WebSocket one message and its events. */
export function keepBodies(bodies: Bodies): SharedMiddleware {
  return (context, next) => (bodies.areKept ? keep(context, next) : next())

  async function keep(context: RequestContext, next: () => Promise<void>): Promise<void> {
    const reply = beginningOf(context.res, bodies.mostBytes)
    try {
      await next()
    } finally {
      const { id, path, caller, body, operation } = context.state
      // What the admin API takes and answers has keys in it, and leaves no record.
      if (caller?.kind === 'token' && operation !== undefined && !isAdminPath(path)) {
        const answered = texts.test(reply.type) ? Buffer.concat(reply.pieces) : undefined
        bodies.take({ id, request: body?.bytes, reply: answered })
      }
    }
  }
}

interface Beginning {
  readonly pieces: readonly Buffer[]
  /** The content type. */
  readonly type: string
}

/** Copies the beginning of what is written to the response. */
function beginningOf(response: Reply, most: number): Beginning {
  const pieces: Buffer[] = []
  const read = { pieces, type: '' }
  let left = most
  readAlong(response, {
    head: (_status, headers) => {
      read.type = headers['content-type'] ?? ''
    },
    data: (bytes) => {
      if (left <= 0) return
      const piece = Buffer.from(bytes.subarray(0, left))
      left -= piece.length
      pieces.push(piece)
    },
  })
  return read
}
