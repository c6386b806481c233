import { ServerResponse, type IncomingMessage } from 'node:http'
import { errorFormatOf } from '../../contract/error-format.js'
import { clientOf } from '../../record/client.js'
import { RequestRecord, type RecordServices } from '../../record/request-record.js'
import { idHeaders } from '../../relay/reply.js'
import type { Middleware, Reply, RequestState } from '../context.js'
import { isUnread } from '../unread-body.js'

/** Gives the request its id, begins its record and finds its error format, so that every later error has the client's format. */
export function identifyRequest(newId: (prefix: string) => string, records: RecordServices): Middleware {
  return (context, next) => {
    context.state = stateOf(context.req, context.method, newId('req_'), records)
    return next()
  }
}

function stateOf(request: IncomingMessage, method: string, id: string, records: RecordServices): RequestState {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  return {
    id,
    path,
    query: mark < 0 ? noQuery : new URLSearchParams(target.slice(mark + 1)),
    errorFormat: errorFormatOf(path, request.headers),
    record: new RequestRecord(records, id, method, path, clientOf(request)),
  }
}

const noQuery = new URLSearchParams()

/** Returned by a step that has answered. */
export const done: Promise<void> = Promise.resolve()

/** The headers of every answer outside an operation. */
export function headersOfReply(state: Pick<RequestState, 'id' | 'errorFormat'>): Record<string, string> {
  return { ...idHeaders(state), 'cache-control': 'no-store' }
}

/** Answers outside an operation: whole, with the request's id. Bytes that come in pieces are sent as they are, without a copy. */
export function answer(
  response: Reply,
  state: Pick<RequestState, 'id' | 'errorFormat'>,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer | readonly Buffer[],
): void {
  const pieces = typeof body === 'string' ? [Buffer.from(body)] : Buffer.isBuffer(body) ? [body] : body
  response.writeHead(status, {
    ...headersOfReply(state),
    'content-length': pieces.reduce((sum, piece) => sum + piece.length, 0),
    ...headers,
  })
  if (!isHttp(response) || (!isUnread(response.req) && pieces.length === 1)) {
    response.end(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
    return
  }
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.uncork()
  if (isUnread(response.req)) endAfterDiscarding(response)
  else response.end()
}

/** Messages of a WebSocket are read whole before they are answered. */
const isHttp = (response: Reply): response is ServerResponse => response instanceof ServerResponse

/**
 * A client that is still sending reads the answer only if its connection is not reset: the answer is sent completely, further bytes are
 * discarded for a moment, and only then the connection closes.
 */
export function endAfterDiscarding(response: ServerResponse): void {
  const { req: request } = response
  const end = (): void => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, lingerMs)
  request.removeAllListeners('data')
  request.once('end', end).once('close', end).once('error', end).resume()
}

const lingerMs = 1000
