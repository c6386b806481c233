import { readCredential } from '../../access/credentials.js'
import type { ProcessBytes } from '../../access/holding.js'
import { Lease, noneRunning, type Running } from '../../access/lease.js'
import { clientOf } from '../../record/client.js'
import type { Configuration } from '../../config/configuration.js'
import type { HttpContext, Middleware } from '../../server/context.js'
import { healthPaths } from '../../server/middleware/serve-health.js'
import { ForGateway } from './for-gateway.js'
import type { GatewayLink } from './gateway-link.js'
import type { Dealt } from './hand.js'
import type { OpenWork, Unsaid } from './open-work.js'
import type { PassOn } from './pass-on.js'

/** Answers here what is a plain request to a model, and passes all else on: also what turns out to need the gateway's own state. */
export function passOnOthers(
  passOn: Pick<PassOn, 'answer'>,
  /** The operations that workers answer. */
  handled: ReadonlySet<string>,
  { accounting }: Configuration,
  work: Pick<OpenWork, 'leave'>,
  link: Pick<GatewayLink, 'settled'>,
): Middleware {
  return async (context, next) => {
    const { state, res: response } = context
    try {
      if (!isForHere(context, handled) || accounting.bodies.keep) throw new ForGateway()
      await next()
    } catch (thrown) {
      if (!(thrown instanceof ForGateway) || response.headersSent) throw thrown
      work.leave(state.record)
      // What other workers have answered before is known when this is answered; health waits for nobody.
      if (!healthPaths.has(state.path) && (state.body !== undefined || !isForHere(context, handled))) await link.settled()
      await passOn.answer(context, state.body?.bytes)
    }
  }
}

function isForHere({ state, req: request }: HttpContext, handled: ReadonlySet<string>): boolean {
  const { operation } = state
  if (operation === undefined || !handled.has(operation.operationId)) return false
  // Replies under a key are the gateway's, and so are forms, which cannot be passed on once they are read.
  return (
    request.headers['idempotency-key'] === undefined && request.headers['content-type']?.toLowerCase().startsWith('multipart/') !== true
  )
}

interface EntranceParts {
  readonly link: GatewayLink
  readonly work: OpenWork
  /** What the requests of this process hold. */
  readonly held: Running & ProcessBytes
  readonly configuration: Pick<Configuration, 'limits'>
  readonly now: () => number
}

/** Has the request admitted by the gateway's process, before its body is read. What is refused there is passed on, and gets its error there. */
export function enter({ link, work, held, configuration, now }: EntranceParts): Middleware {
  const { limits } = configuration
  const callers = new Map<string, Running>()
  const useOf = (id: string): Running => {
    let use = callers.get(id)
    if (use !== undefined) return use
    if (callers.size >= mostCallers) for (const [known, { running }] of callers) if (running === 0) callers.delete(known)
    callers.set(id, (use = noneRunning()))
    return use
  }
  const begin = (context: HttpContext, { caller, quotas }: Dealt, number: number, key: string, unsaid?: Unsaid): void => {
    const { state, res: response } = context
    work.begin(state.record, number, key, unsaid)
    if (quotas !== undefined) response.limits = { quotas, errorFormat: state.errorFormat, now }
    state.caller = caller
    state.record.sentBy(caller)
    state.lease = new WorkerLease(held, useOf(caller.id), limits.memory_bytes, caller.policy.rates !== undefined)
  }
  return (context, next) => {
    const { state, req: request, res: response, method } = context
    const key = readCredential(request, state.errorFormat, state.path, state.query)
    const operationId = state.operation?.operationId
    if (key === undefined || operationId === undefined) throw new ForGateway()
    const number = link.next()
    const arrival = { id: state.id, method, path: state.path, client: clientOf(request), key, operationId }
    const dealt = link.hand.take(key)
    if (dealt !== undefined) {
      begin(context, dealt, number, key, { dealt, arrival })
      return next()
    }
    return link.enter(number, arrival).then((admission) => {
      if (admission === undefined) throw new ForGateway()
      begin(context, admission, number, key)
      if (admission.closes) response.setHeader('connection', 'close')
      return next()
    })
  }
}

/** Whose use of memory is known; beyond it, those that have no requests are forgotten. */
const mostCallers = 10_000

/** The slots are the gateway's, and free when it has the record. The memory is this process's. */
class WorkerLease extends Lease {
  constructor(
    process: Running & ProcessBytes,
    caller: Running,
    memoryBytes: number,
    private readonly isLimited: boolean,
  ) {
    super(process, caller, memoryBytes, nothing)
  }

  override startMore(count: number): void {
    if (count > 0 && this.isLimited) throw new ForGateway()
  }
}

const nothing = (): void => undefined

/** Requests whose replies or turns the gateway keeps, beyond new responses. */
export const passOnKept: Middleware = (context, next) => {
  const { body, operation } = context.state
  if (operation?.operationId === 'createChatCompletion' && body?.json['store'] === true) throw new ForGateway()
  return next()
}
