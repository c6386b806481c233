import { completed } from '../../record/ending.js'
import type { HttpContext, Middleware, RequestState } from '../context.js'
import type { Idempotency, KeyedRequest, KeyedRun } from '../idempotency.js'
import { answer } from './identify-request.js'

/** A request whose `Idempotency-Key` was answered before gets the same reply again. Streams ignore the header. */
export function replayReply(idempotency: Idempotency): Middleware {
  return (context, next) => {
    // Only of operations that have it in the contract: what the admin API answers, such as a new token's key, is never kept.
    const key = context.state.parameters?.['idempotency-key']
    const { body, caller } = context.state
    if (typeof key !== 'string' || key === '' || caller?.kind !== 'token' || streams(context.state)) return next()
    const asked = { tokenId: caller.id, key, target: context.req.url ?? '' }
    return body === undefined ? answerFormOnce(context, asked, next) : answerOnce(context, { ...asked, body: body.bytes }, next)
  }

  async function answerOnce(context: HttpContext, asked: KeyedRequest, next: () => Promise<void>): Promise<void> {
    const run = await begin(context, asked)
    if (run === undefined) return
    try {
      await next()
    } finally {
      run.end()
    }
  }

  /** Forms are read by their operations, which then ask for the reply. */
  async function answerFormOnce(context: HttpContext, asked: Omit<KeyedRequest, 'body'>, next: () => Promise<void>): Promise<void> {
    const begun: { run?: KeyedRun | undefined } = {}
    context.state.replay = async (form) => {
      begun.run = await begin(context, { ...asked, body: form })
      return begun.run === undefined
    }
    try {
      await next()
    } finally {
      begun.run?.end()
    }
  }

  /** `undefined`: the reply was there, and is sent. */
  async function begin({ res: response, state }: HttpContext, asked: KeyedRequest): Promise<KeyedRun | undefined> {
    const found = await idempotency.begin(asked)
    if (!('body' in found)) {
      state.replyKeeper = found
      return found
    }
    state.record.ends(completed(found.status))
    answer(response, state, found.status, { 'content-type': found.contentType, 'idempotent-replayed': 'true' }, found.body)
    return undefined
  }
}

function streams({ body, operation }: RequestState): boolean {
  return (
    body?.json['stream'] === true ||
    body?.json['stream_format'] === 'sse' ||
    operation?.operationId.startsWith('streamGenerateContent') === true
  )
}
