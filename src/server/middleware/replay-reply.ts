import { completed } from '../../record/ending.js'
import type { HttpContext, Middleware, RequestState } from '../context.js'
import type { Idempotency, KeyedRequest } from '../idempotency.js'
import { answer } from './identify-request.js'

/** A request whose `Idempotency-Key` was answered before gets the same reply again. Streams, and bodies that are not JSON, ignore the header. */
export function replayReply(idempotency: Idempotency): Middleware {
  return (context, next) => {
    // Only of operations that have it in the contract: what the admin API answers, such as a new token's key, is never kept.
    const key = context.state.parameters?.['idempotency-key']
    const { body, caller } = context.state
    if (typeof key !== 'string' || key === '' || body === undefined || caller?.kind !== 'token' || streams(context.state)) return next()
    return answerOnce(context, { tokenId: caller.id, key, target: context.req.url ?? '', body: body.bytes }, next)
  }

  async function answerOnce({ res: response, state }: HttpContext, asked: KeyedRequest, next: () => Promise<void>): Promise<void> {
    const found = await idempotency.begin(asked)
    if ('body' in found) {
      state.record.ends(completed(found.status))
      answer(response, state, found.status, { 'content-type': found.contentType, 'idempotent-replayed': 'true' }, found.body)
      return
    }
    state.replyKeeper = found
    try {
      await next()
    } finally {
      found.end()
    }
  }
}

function streams({ body, operation }: RequestState): boolean {
  return (
    body?.json['stream'] === true ||
    body?.json['stream_format'] === 'sse' ||
    operation?.operationId.startsWith('streamGenerateContent') === true
  )
}
