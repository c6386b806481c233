import { completed } from '../../record/ending.js'
import type { Middleware, RequestState } from '../context.js'
import type { Idempotency } from '../idempotency.js'
import { answer } from './identify-request.js'

/** A request whose `Idempotency-Key` was answered before gets the same reply again. Streams, and bodies that are no JSON, ignore the header. */
export function replayReply(idempotency: Idempotency): Middleware {
  return async (context, next) => {
    const { req: request, res: response, state } = context
    // Only of operations that have it in the contract: what the admin API answers, such as a new token's key, is never kept.
    const key = state.parameters?.['idempotency-key']
    const { body, caller } = state
    if (typeof key !== 'string' || key === '' || body === undefined || caller?.kind !== 'token' || streams(state)) {
      await next()
      return
    }
    const found = await idempotency.begin({ tokenId: caller.id, key, target: request.url ?? '', body: body.bytes })
    if ('body' in found) {
      state.record.ends(completed(found.status))
      answer(response, state, found.status, { 'content-type': found.contentType, 'idempotent-replayed': 'true' }, found.body)
      return
    }
    state.keepReply = found.keep
    try {
      await next()
    } finally {
      found.end()
    }
  }
}

function streams({ body, operation }: RequestState): boolean {
  return body?.json['stream'] === true || operation?.operationId.startsWith('streamGenerateContent') === true
}
