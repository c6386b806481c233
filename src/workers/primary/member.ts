import type { Worker } from 'node:cluster'
import type { WorkersGateway } from '../../server/workers.js'
import { Link } from '../link.js'
import type { GatewayMessage, WorkerMessage } from '../messages.js'
import { unpack, type Batch } from '../packed.js'
import { workerDied } from '../../record/ending.js'
import { Desk, type Neighbours } from './desk.js'
import { closeHandedConnection } from './handed-connection.js'

/** A worker that has not begun to serve by then is taken to be stuck. */
const startMs = 60_000
/** So is one that does not answer so many questions in a row, or does not read what it is told. */
const beatMs = 1000
const mostUnanswered = 30
const mostUnread = 10_000
const unreadMs = 5000
/** How long others wait for a worker to say what it has said. */
const settleMs = 500
/** Proofs that a new worker is told in one turn. */
const proofsAtOnce = 100

export interface MemberEvents {
  readonly onServing: (address: string) => void
  /** It could not start. */
  readonly onFailed: (error: Error) => void
  /** It has ended, for this reason; `interrupted` requests ran in it. */
  readonly onEnded: (reason: string, interrupted: number) => void
}

/** One worker process, as the gateway's own sees it. One that is stuck is killed, and so replaced. */
export class Member {
  readonly link: Link<GatewayMessage>
  /** Milliseconds since the epoch. */
  readonly startedAt = Date.now()
  #serves = false
  #failure: string | undefined
  #unread = 0
  /** When it read something, or had nothing to read: monotonic milliseconds. */
  #readAt = 0
  #unanswered = 0
  #lastReport = 0
  #isLate = false
  readonly #reports = new Map<number, () => void>()
  readonly #desk: Desk
  readonly #closeHanded: () => void
  readonly #late: NodeJS.Timeout
  #beat: NodeJS.Timeout | undefined

  constructor(
    private readonly worker: Worker,
    private readonly parts: WorkersGateway,
    neighbours: Neighbours,
    private readonly events: MemberEvents,
  ) {
    this.#closeHanded = closeHandedConnection(worker.process)
    this.link = new Link<GatewayMessage>({
      send: (messages) => {
        this.#send(messages)
      },
    })
    this.#desk = new Desk(parts, this.link, neighbours)
    const take = (message: WorkerMessage): void => {
      this.#take(message)
    }
    worker.on('message', (batch: Batch) => {
      unpack(batch, take)
    })
    worker.once('exit', (code) => {
      const ended = (): void => {
        this.#ended(this.#failure ?? worker.process.signalCode ?? `exit code ${code}`)
      }
      // What it has said before its end is read until then.
      if (worker.isConnected()) worker.once('disconnect', ended)
      else ended()
    })
    this.#late = setTimeout(() => {
      this.#killStuck(`it did not begin to serve within ${startMs / 1000} s`)
    }, startMs)
  }

  get process(): number {
    return this.worker.process.pid ?? 0
  }

  get serves(): boolean {
    return this.#serves
  }

  /** Whether others have waited for it in vain since it said something. */
  get isLate(): boolean {
    return this.#isLate
  }

  /** Requests that run in it. */
  get running(): number {
    return this.#desk.running
  }

  /** Whether it has admissions for requests of this caller, or of any, that have not come yet. */
  hasAhead(callerId: string | undefined): boolean {
    return this.#desk.hasAhead(callerId)
  }

  /** Tells what another process of the gateway has learnt until now. */
  teach(): void {
    const { breakers, proofs } = this.parts.gateway.relay
    for (const event of breakers.all()) this.link.say({ type: 'breaker', event })
    const kept = proofs.all()
    const tellSome = (): void => {
      const some: GatewayMessage[] = []
      for (let next = kept.next(); next.done !== true; next = kept.next())
        if (some.push({ type: 'proof', proof: next.value }) === proofsAtOnce) break
      // As fast as it reads: it is still starting, and there may be more than one may leave unread.
      if (some.length > 0) this.#send(some, () => setImmediate(tellSome))
    }
    tellSome()
  }

  /** Resolves when what it has said until now is known: messages come in the order in which they were sent. A stuck one is not waited for. */
  heard(): Promise<void> {
    return new Promise((resolve) => {
      const number = ++this.#lastReport
      const late = setTimeout(() => {
        this.#isLate = true
        this.#reports.get(number)?.()
      }, settleMs)
      this.#reports.set(number, () => {
        clearTimeout(late)
        this.#reports.delete(number)
        resolve()
      })
      this.link.say({ type: 'report', number })
    })
  }

  kill(): void {
    this.worker.process.kill('SIGKILL')
  }

  #killStuck(failure: string): void {
    this.#failure ??= failure
    this.kill()
  }

  #send(messages: readonly GatewayMessage[], sent: () => void = ignore): void {
    if (!this.worker.isConnected()) return
    const { clock } = this.parts.gateway.records
    if (this.#unread === 0) this.#readAt = clock()
    // Many at once are no fault of one that reads.
    if (this.#unread > mostUnread && clock() - this.#readAt > unreadMs) {
      this.#killStuck('it did not read what it was told')
      return
    }
    this.#unread += messages.length
    this.worker.send([...messages], () => {
      this.#unread -= messages.length
      this.#readAt = clock()
      sent()
    })
  }

  #take(message: WorkerMessage): void {
    switch (message.type) {
      case 'listening':
        this.#serves = true
        clearTimeout(this.#late)
        this.#beat = setInterval(() => {
          this.#ask()
        }, beatMs)
        this.events.onServing(message.address)
        break
      case 'failed':
        this.#failure = message.message
        this.events.onFailed(Object.assign(new Error(message.message), { code: message.code }))
        break
      case 'reported':
        this.#unanswered = 0
        this.#isLate = false
        this.#reports.get(message.number)?.()
        break
      default:
        this.#desk.take(message)
    }
  }

  #ask(): void {
    if (this.#unanswered === mostUnanswered) this.#killStuck(`it did not answer for ${(mostUnanswered * beatMs) / 1000} s`)
    this.#unanswered++
    // Where it is late, no refusal waits for it.
    void this.heard()
  }

  #ended(reason: string): void {
    clearTimeout(this.#late)
    clearInterval(this.#beat)
    this.#closeHanded()
    for (const reported of [...this.#reports.values()]) reported()
    const { running } = this
    this.#desk.lost(workerDied)
    this.events.onEnded(reason, running)
  }
}

const ignore = (): void => undefined
