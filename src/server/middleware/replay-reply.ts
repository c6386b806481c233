import { GatewayFailure } from '../../exchange/error.js'
import { completed } from '../../record/ending.js'
import type { Middleware, RequestState } from '../context.js'
import type { Idempotency } from '../idempotency.js'
import { answer } from './identify-request.js'

const longestKey = 255

/** A request whose `Idempotency-Key` was answered before gets the same reply again. Streams, and bodies that are no JSON, ignore the header. */
export function replayReply(idempotency: Idempotency): Middleware {
  return async (context, next) => {
    const { req: request, res: response, state } = context
    const key = request.headers['idempotency-key']
    const { body, caller } = state
    if (typeof key !== 'string' || key === '' || body === undefined || caller?.kind !== 'token' || streams(state)) {
      await next()
      return
    }
    if (key.length > longestKey)
      throw new GatewayFailure({
        kind: 'invalid_request',
        message: `Idempotency-Key must have at most ${longestKey} characters.`,
        param: 'Idempotency-Key',
      })
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
