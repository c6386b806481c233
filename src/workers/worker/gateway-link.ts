import type { Money } from '../../accounting/money.js'
import type { TokenCaller } from '../../access/caller.js'
import type { Configuration } from '../../config/configuration.js'
import type { KeptProof } from '../../relay/conversation/proof-store.js'
import type { TargetEvent } from '../../routing/breakers.js'
import type { Link } from '../link.js'
import { Hand } from './hand.js'
import type { Arrival, GatewayMessage, SentAdmission, SentReservation, WorkerMessage } from '../messages.js'

/** What the gateway's process says without being asked. */
export interface Orders {
  configure(configuration: Configuration): void
  /** What is kept for tokens. */
  forget(): void
  keepProof(proof: KeptProof): void
  followBreaker(event: TargetEvent): void
  drain(): void
  interrupt(): void
}

/** An admission whose caller is known. */
export interface Admission extends Pick<SentAdmission, 'quotas' | 'closes'> {
  readonly caller: TokenCaller
}

/** A worker's questions to the gateway's process, and its answers. */
export class GatewayLink {
  #last = 0
  readonly #entering = new Map<number, (admission: SentAdmission | undefined) => void>()
  readonly #reserving = new Map<number, (reserved: SentReservation | undefined) => void>()
  readonly #settling = new Map<number, () => void>()
  readonly #callers = new Map<string, TokenCaller>()

  readonly hand: Hand

  constructor(
    private readonly link: Link<WorkerMessage>,
    /** Monotonic milliseconds. */
    clock: () => number,
  ) {
    this.hand = new Hand((message) => {
      link.say(message)
    }, clock)
  }

  /** The number of a request, or of a question. */
  next(): number {
    return ++this.#last
  }

  say(message: WorkerMessage): void {
    this.link.say(message)
  }

  /** What nobody waits for. */
  sayLater(message: WorkerMessage): void {
    this.link.sayLater(message)
  }

  flush(): void {
    this.link.flush()
  }

  /** `undefined`: the request is passed on. */
  enter(number: number, arrival: Arrival): Promise<Admission | undefined> {
    return new Promise((resolve, reject) => {
      // What the answer gives ahead is here before the next message is taken, which may recall it.
      this.#entering.set(number, (admission) => {
        const caller = admission === undefined ? undefined : this.#callerOf(admission)
        if (admission === undefined) resolve(undefined)
        else if (caller === undefined) reject(new Error('the gateway admitted a caller that it has not told'))
        else {
          const { quotas, closes, ahead } = admission
          if (ahead > 0) this.hand.begin(arrival.key, caller, { count: ahead, money: 0n, quotas })
          resolve({ caller, quotas, closes })
        }
      })
      this.link.say({ type: 'enter', number, arrival })
    })
  }

  #callerOf({ caller, afresh }: SentAdmission): TokenCaller | undefined {
    if (afresh) this.#callers.clear()
    if (typeof caller === 'string') return this.#callers.get(caller)
    this.#callers.set(caller.id, caller)
    return caller
  }

  /** `undefined`: the request is passed on, and refused there. */
  reserve(key: string, number: number, money: Money, tokens: number): Promise<SentReservation | undefined> {
    return new Promise((resolve) => {
      this.#reserving.set(number, (reserved) => {
        if (reserved !== undefined && reserved.ahead > 0n) this.hand.addMoney(key, reserved.caller, reserved.ahead)
        resolve(reserved)
      })
      this.link.say({ type: 'reserve', number, money, tokens })
    })
  }

  /** Resolves when the gateway's process knows what all workers have said until now. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      const number = this.next()
      this.#settling.set(number, resolve)
      this.link.say({ type: 'settle', number })
    })
  }

  take(message: GatewayMessage, orders: Orders): void {
    switch (message.type) {
      case 'entered':
        this.#entering.get(message.number)?.(message.admission)
        this.#entering.delete(message.number)
        break
      case 'ahead':
        this.hand.add(message)
        break
      case 'recall':
        this.hand.recall(message.caller)
        break
      case 'forget':
        orders.forget()
        break
      case 'reserved':
        this.#reserving.get(message.number)?.(message.reserved)
        this.#reserving.delete(message.number)
        break
      case 'settled':
        this.#settling.get(message.number)?.()
        this.#settling.delete(message.number)
        break
      case 'report':
        this.say({ type: 'reported', number: message.number })
        break
      case 'configure':
        orders.configure(message.configuration)
        break
      case 'proof':
        orders.keepProof(message.proof)
        break
      case 'breaker':
        orders.followBreaker(message.event)
        break
      case 'drain':
        orders.drain()
        break
      case 'interrupt':
        orders.interrupt()
    }
  }
}
