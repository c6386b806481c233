import type { TokenCaller } from '../../access/caller.js'
import { refusalOf } from '../../access/permissions.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Reservation } from '../../accounting/caller-account.js'
import type { Money } from '../../accounting/money.js'
import type { QuotaStates } from '../../accounting/quotas.js'
import { AccountReservations } from '../../operations/reservations.js'
import { styleOf } from '../../operations/styles.js'
import type { Ending } from '../../record/ending.js'
import type { TargetEvent } from '../../routing/breakers.js'
import type { WorkersGateway } from '../../server/workers.js'
import type { Link } from '../link.js'
import { sentQuotas, type Arrival, type GatewayMessage, type SentAdmission, type SentReservation, type WorkerMessage } from '../messages.js'
import { AdmissionsAhead } from './admissions-ahead.js'
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
  readonly #ahead: AdmissionsAhead
  readonly #reservations: AccountReservations
  #lost = false

  constructor(
    private readonly parts: WorkersGateway,
    private readonly link: Link<GatewayMessage>,
    private readonly neighbours: Neighbours,
  ) {
    const { admission, operations, records } = parts.gateway
    this.#ahead = new AdmissionsAhead(admission, operations.accounts, records.clock)
    this.#reservations = new AccountReservations(operations.accounts, admission)
  }

  take(message: Exclude<WorkerMessage, { readonly type: 'listening' | 'failed' | 'reported' }>): void {
    const { gateway } = this.parts
    const { operations, relay } = gateway
    switch (message.type) {
      case 'enter':
        this.#enter(message.number, message.arrival)
        break
      case 'begin':
        this.#begin(message)
        break
      case 'whole': {
        const record = this.#requestAhead(message)?.finished(message.record)
        if (record !== undefined) for (const sink of this.parts.sinks) sink.take(record)
        break
      }
      case 'more':
        this.#giveMore(message.key)
        break
      case 'return':
        this.#ahead.giveBack(message.caller, message.count, message.money)
        break
      case 'leave':
        this.#takeBack(message.number)
        break
      case 'reserve':
        this.#reserve(message.number, message.money, message.tokens)
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
    this.#lost = true
    this.#ahead.lost()
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

  /** Whether the worker has admissions for requests of this caller, or of any, that have not come yet. */
  hasAhead(callerId: string | undefined): boolean {
    return this.#ahead.has(callerId)
  }

  #enter(number: number, arrival: Arrival): void {
    const answer = (admission: SentAdmission | undefined): void => {
      this.link.say({ type: 'entered', number, admission })
    }
    const caller = this.#callerOf(arrival)
    if (caller === undefined) {
      answer(undefined)
      return
    }
    const admitted = this.#admit(number, caller, arrival)
    // What it needs may be held for requests that have not come.
    const recalled = admitted === undefined ? this.parts.gateway.admission.recallFor(caller) : undefined
    if (recalled === undefined) answer(admitted)
    else
      void recalled.then(() => {
        if (this.#lost) return
        // One that was changed meanwhile is found anew where the request is passed on.
        answer(this.#callerOf(arrival) === caller ? this.#admit(number, caller, arrival) : undefined)
      })
  }

  #callerOf({ key, operationId, client }: Arrival): TokenCaller | undefined {
    const { tokens, relay } = this.parts.gateway
    const caller = tokens.find(key, relay.now())
    // Playgrounds' requests are traced, by the gateway's own process.
    if (caller === undefined || caller.session !== undefined) return undefined
    const { permissions } = caller.policy
    const asked = { address: client.address, area: 'inference', reads: false, style: styleOf(operationId) } as const
    return permissions !== undefined && refusalOf(permissions, asked) !== undefined ? undefined : caller
  }

  #admit(number: number, caller: TokenCaller, arrival: Arrival): SentAdmission | undefined {
    const { admission, draining, records } = this.parts.gateway
    const closes = draining || admission.load === 'busy'
    // Requests admitted ahead get no `Connection: close`.
    if (closes) void admission.recall?.(undefined)
    const lease = admission.enterAtOnce(caller)
    if (lease === undefined) return undefined
    this.#entered.set(number, new EnteredRequest(caller, lease, arrival, records.clock))
    const quotas = this.#quotasOf(caller)
    const afresh = this.#callers.size >= mostCallers
    if (afresh) this.#callers.clear()
    // What a caller with permissions may do depends on each request.
    const ahead = closes || caller.policy.permissions !== undefined ? 0 : this.#ahead.grantAfter(caller)
    return { caller: this.#told(caller), afresh, quotas, ahead, closes }
  }

  #quotasOf(caller: TokenCaller): QuotaStates | undefined {
    const quotas = this.parts.gateway.admission.quotasOf(caller)
    return quotas === undefined ? undefined : sentQuotas(quotas)
  }

  /** A request has entered by an admission that was given ahead. */
  #begin(message: Extract<WorkerMessage, { readonly type: 'begin' }>): void {
    const entered = this.#requestAhead(message)
    if (entered === undefined) return
    if (message.record !== undefined) entered.isNow(message.record)
    this.#entered.set(message.number, entered)
  }

  #requestAhead({
    caller,
    money,
    request,
  }: Pick<Extract<WorkerMessage, { readonly type: 'begin' }>, 'caller' | 'money' | 'request'>): EnteredRequest | undefined {
    const taken = this.#ahead.take(caller)
    if (taken === undefined) return undefined
    const entered = new EnteredRequest(taken.caller, taken.lease, request, this.parts.gateway.records.clock)
    if (money > 0n) entered.reservation = this.#ahead.spend(caller, money)
    return entered
  }

  #giveMore(key: string): void {
    const { draining, tokens, relay } = this.parts.gateway
    const caller = tokens.find(key, relay.now())
    // One that was changed is told anew with the next question.
    if (draining || caller === undefined || this.#callers.get(caller.id) !== caller) return
    const quotas = this.#quotasOf(caller)
    const count = this.#ahead.grant(caller)
    const money = this.#ahead.payAhead(caller)
    if (count > 0 || money > 0n) this.link.say({ type: 'ahead', key, caller: caller.id, count, money, quotas })
  }

  #told(caller: TokenCaller): TokenCaller | string {
    if (this.#callers.get(caller.id) === caller) return caller.id
    this.#callers.set(caller.id, caller)
    // Checked here; lists of networks cannot be sent.
    return { ...caller, policy: { ...caller.policy, permissions: undefined } }
  }

  #reserve(number: number, money: Money, tokens: number): void {
    const request = this.#entered.get(number)
    const answer = (reserved: SentReservation | undefined): void => {
      this.link.say({ type: 'reserved', number, reserved })
    }
    // Refused where the request is passed on.
    const refuse = (thrown: unknown): void => {
      answer(undefined)
      if (!(thrown instanceof GatewayFailure)) throw thrown
    }
    const accept = (reservation: Reservation): void => {
      if (request === undefined) return
      request.reservation = reservation
      const { caller } = request
      const ahead = this.#ahead.payAhead(caller, money)
      answer({ tokens: reservation.tokens, quotas: this.#quotasOf(caller), caller: caller.id, ahead })
    }
    if (request === undefined) {
      answer(undefined)
      return
    }
    try {
      const taken = this.#reservations.takeFor(request.caller, money, tokens)
      if (taken instanceof Promise)
        void taken.then((reservation) => {
          // It may have ended, or its worker with it.
          if (this.#entered.get(number) === request) accept(reservation)
          else this.parts.gateway.operations.accounts.settle(request.caller, reservation, 0n, 0)
        }, refuse)
      else accept(taken)
    } catch (thrown) {
      refuse(thrown)
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
