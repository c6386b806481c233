import type { TokenCaller } from '../../access/caller.js'
import { refusalOf } from '../../access/permissions.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Money } from '../../accounting/money.js'
import { styleOf } from '../../operations/styles.js'
import type { Ending } from '../../record/ending.js'
import type { TargetEvent } from '../../routing/breakers.js'
import type { WorkersGateway } from '../../server/workers.js'
import type { Link } from '../link.js'
import { sentQuotas, type Arrival, type GatewayMessage, type SentAdmission, type SentReservation, type WorkerMessage } from '../messages.js'
import { EnteredRequest } from './entered-request.js'

/** What concerns other workers too. */
export interface Neighbours {
  /** Tells all others. */
  tell(message: GatewayMessage): void
  /** Resolves when all that workers have said until now is known. */
  settled(): Promise<void>
}

/** Most callers that a worker remembers; beyond it, it forgets all and is told each again. */
const mostCallers = 10_000

/**
 * Answers one worker from the state of the gateway: it admits the worker's requests, reserves what they may cost, and books them. What a
 * worker cannot have at once is refused without an error: it passes the request on, and the gateway answers it like any other.
 */
export class Desk {
  readonly #entered = new Map<number, EnteredRequest>()
  /** The callers that the worker knows, as they were told. */
  readonly #callers = new Map<string, TokenCaller>()
  /** Targets that it is probing, by provider and model. */
  readonly #probing = new Map<string, TargetEvent>()

  constructor(
    private readonly parts: WorkersGateway,
    private readonly link: Link<GatewayMessage>,
    private readonly neighbours: Neighbours,
  ) {}

  take(message: Exclude<WorkerMessage, { readonly type: 'listening' | 'failed' | 'reported' }>): void {
    const { gateway } = this.parts
    const { operations, relay } = gateway
    switch (message.type) {
      case 'enter':
        this.link.say({ type: 'entered', number: message.number, admission: this.#enter(message.number, message.arrival) })
        break
      case 'leave':
        this.#takeBack(message.number)
        break
      case 'reserve':
        this.link.say({ type: 'reserved', number: message.number, reserved: this.#reserve(message.number, message.money, message.tokens) })
        break
      case 'running': {
        const request = this.#entered.get(message.number)
        request?.isNow(message.record)
        if (request !== undefined && message.isLong) this.parts.running.elsewhere.add(request)
        break
      }
      case 'finished': {
        const request = this.#remove(message.number)
        const record = request?.finished(message.record)
        if (record !== undefined) for (const sink of this.parts.sinks) sink.take(record)
        break
      }
      case 'keep':
        operations.responses.keepWritten(message.response)
        break
      case 'refer':
        operations.responses.refer(message.owner, message.id, message.provider, message.model)
        break
      case 'issued':
        operations.issuedIds.note(message.owner, message.origin, message.ids)
        break
      case 'proof':
        relay.proofs.keep(message.proof)
        this.neighbours.tell(message)
        break
      case 'breaker':
        this.#follow(message.event)
        break
      case 'log':
        gateway.log.pass(Buffer.from(message.lines))
        break
      case 'settle': {
        const { number } = message
        void this.neighbours.settled().then(() => {
          this.link.say({ type: 'settled', number })
        })
      }
    }
  }

  /** The worker has ended: what ran in it is booked as it is known here, and what it held is given back. */
  lost(ending: Ending): void {
    for (const [number, request] of [...this.#entered]) {
      this.#remove(number)
      request.release()
      const record = request.endedBy(ending)
      for (const sink of [...this.parts.sinks, this.parts.log]) sink.take(record)
    }
    for (const target of this.#probing.values()) this.#follow({ ...target, event: { type: 'forgotten' } })
  }

  /** Requests that run in the worker. */
  get running(): number {
    return this.#entered.size
  }

  #enter(number: number, { key, operationId, ...arrival }: Arrival): SentAdmission | undefined {
    const { admission, tokens, relay, draining } = this.parts.gateway
    const caller = tokens.find(key, relay.now())
    // Playgrounds' requests are traced, by the gateway's own process.
    if (caller === undefined || caller.session !== undefined) return undefined
    const { permissions } = caller.policy
    const asked = { address: arrival.client.address, area: 'inference', reads: false, style: styleOf(operationId) } as const
    if (permissions !== undefined && refusalOf(permissions, asked) !== undefined) return undefined
    const closes = draining || admission.load === 'busy'
    const lease = admission.enterAtOnce(caller)
    if (lease === undefined) return undefined
    this.#entered.set(number, new EnteredRequest(caller, lease, { key, operationId, ...arrival }, this.parts.gateway.records.clock))
    const quotas = admission.quotasOf(caller)
    const afresh = this.#callers.size >= mostCallers
    if (afresh) this.#callers.clear()
    return { caller: this.#told(caller), afresh, quotas: quotas === undefined ? undefined : sentQuotas(quotas), closes }
  }

  #told(caller: TokenCaller): TokenCaller | string {
    if (this.#callers.get(caller.id) === caller) return caller.id
    this.#callers.set(caller.id, caller)
    // Checked here; lists of networks cannot be sent.
    return { ...caller, policy: { ...caller.policy, permissions: undefined } }
  }

  #reserve(number: number, money: Money, tokens: number): SentReservation | undefined {
    const request = this.#entered.get(number)
    if (request === undefined) return undefined
    const { operations, admission } = this.parts.gateway
    try {
      const reservation = operations.accounts.of(request.caller).reserve(money, tokens)
      request.reservation = reservation
      const quotas = admission.quotasOf(request.caller)
      return { tokens: reservation.tokens, quotas: quotas === undefined ? undefined : sentQuotas(quotas) }
    } catch (thrown) {
      if (thrown instanceof GatewayFailure) return undefined
      throw thrown
    }
  }

  #takeBack(number: number): void {
    const request = this.#remove(number)
    if (request === undefined) return
    request.takeBack()
    if (request.reservation !== undefined) this.parts.gateway.operations.accounts.settle(request.caller, request.reservation, 0n, 0)
  }

  #remove(number: number): EnteredRequest | undefined {
    const request = this.#entered.get(number)
    if (request === undefined) return undefined
    this.#entered.delete(number)
    this.parts.running.elsewhere.delete(request)
    return request
  }

  #follow(target: TargetEvent): void {
    const place = `${target.provider}\n${target.model}`
    if (target.event.type === 'probing') this.#probing.set(place, target)
    else this.#probing.delete(place)
    this.parts.gateway.relay.breakers.follow(target)
    this.neighbours.tell({ type: 'breaker', event: target })
  }
}
