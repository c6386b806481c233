import type { Caller } from '../access/caller.js'
import type { Reservation } from '../accounting/caller-account.js'
import { chargeFor, type Charge, type Work } from '../accounting/charge.js'
import type { Money } from '../accounting/money.js'
import { costOf, priceAt, type Price } from '../accounting/price.js'
import { textBytesOf } from '../accounting/text-bytes.js'
import type { FailureKind } from '../exchange/error.js'
import type { Loss } from '../exchange/ledger.js'
import type { Usage } from '../exchange/usage.js'
import type { Client } from './client.js'
import type { Ending } from './ending.js'

/** One attempt at one target, which answered or failed, with the provider's status if there is one. */
export type Attempt = { readonly provider: string; readonly model: string; readonly durationMs: number } & (
  | { readonly status: number }
  | { readonly error: FailureKind; readonly status?: number; readonly detail?: string; readonly unreached?: true }
)

/** A request, or a realtime session, that has ended. Never a prompt, never a secret (promises P50). Times in milliseconds. */
export interface FinishedRecord {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly client: Client
  /** As the client named it. It may be personal data: nothing shows it unless that is configured. */
  readonly endUser: string | undefined
  /** `undefined` where the request was answered before authentication. */
  readonly caller: Caller | undefined
  readonly style: string | undefined
  /** As the client named it. */
  readonly model: string | undefined
  readonly attempts: readonly Attempt[]
  readonly firstByteMs: number | undefined
  /** As the provider reported it. */
  readonly usage: Usage | undefined
  /** What it is booked with. */
  readonly charge: Charge
  /** What was reserved for it. */
  readonly reservation: Reservation | undefined
  readonly conversion: Conversion | undefined
  /** On the monotonic clock. */
  readonly startedAt: number
  readonly durationMs: number
  readonly ending: Ending
}

/** What was converted, and what that lost. */
export interface Conversion {
  /** `messages>generate-content` */
  readonly name: string
  readonly losses: readonly Loss[]
}

/** Receives finished records: the log, later accounting, metrics, traces. Must not throw and must not block. */
export interface RecordSink {
  take(record: FinishedRecord): void
}

/** Where an attempt goes. */
export interface TriedTarget {
  readonly provider: { readonly settings: { readonly name: string } }
  readonly model: string
  readonly price?: Price
}

/** What a stream has brought so far. */
export interface StreamMeter {
  readonly usage: Usage | undefined
  /** UTF-8 bytes of text, reasoning and tool arguments. */
  readonly contentBytes: number
}

export interface RecordServices {
  readonly sinks: readonly RecordSink[]
  /** Requests that are, or were, at a provider, and have not ended. */
  readonly running: Set<RequestRecord>
  /** Monotonic milliseconds, and those since the epoch. */
  readonly clock: () => number
  readonly now: () => number
}

const noAttempts: readonly Attempt[] = []

/** The record of a running request. Begun when the request arrives, finished exactly once, at any end. */
export class RequestRecord {
  readonly #startedAt: number
  #caller: Caller | undefined
  #endUser: string | undefined
  #style: string | undefined
  #model: string | undefined
  #attempts: Attempt[] | undefined
  #firstByteMs: number | undefined
  #usage: Usage | undefined
  #contentBytes = 0
  #meter: StreamMeter | undefined
  #trying: TriedTarget | undefined
  #triedAt = 0
  #wire: unknown
  #units: Usage | undefined
  #price: Price | undefined
  #reservation: Reservation | undefined
  #conversion: Conversion | undefined
  #ending: Ending | undefined
  #finished = false
  #hide: ((ending: Ending) => Ending) | undefined

  constructor(
    private readonly services: RecordServices,
    readonly id: string,
    private readonly method: string,
    private readonly path: string,
    private readonly client: Client,
  ) {
    this.#startedAt = services.clock()
  }

  sentBy(caller: Caller): void {
    this.#caller = caller
  }

  /** Sets the end user that the client names. */
  onBehalfOf(endUser: string | undefined): void {
    this.#endUser = endUser
  }

  /** Sets the dialect or media task, and the model as the client named it. */
  asks(style: string, model?: string): void {
    this.#style = style
    this.#model = model ?? this.#model
  }

  /** What the model is given to read, for estimates; what the request says of its cost beside tokens; and what is set aside for it. */
  sends(wire: unknown, units?: Usage, reservation?: Reservation): void {
    this.#wire = wire
    this.#units = units
    this.#reservation = reservation
  }

  /** Another target is tried: what was converted, or came, from the one before is no part of the answer. */
  tries(target: TriedTarget): void {
    this.#conversion = undefined
    this.#meter = undefined
    this.#usage = undefined
    this.#trying = target
    this.#price = target.price === undefined ? undefined : priceAt(target.price, this.services.now())
    this.#triedAt = this.services.clock()
    this.services.running.add(this)
  }

  tried(attempt: Attempt): void {
    this.#trying = undefined
    if (this.#attempts === undefined) this.#attempts = [attempt]
    else this.#attempts.push(attempt)
  }

  converted(name: string, losses: readonly Loss[]): void {
    this.#conversion = { name, losses }
  }

  /** Sets the usage; the last report of a provider counts. `undefined` changes nothing. */
  used(usage: Usage | undefined): void {
    this.#usage = usage ?? this.#usage
  }

  /** The answer comes piece by piece; its meter is read when the request has ended. */
  streams(meter: StreamMeter): void {
    this.#meter = meter
  }

  /** Bytes of a whole answer whose provider reports no usage. */
  answered(contentBytes: number): void {
    this.#contentBytes = contentBytes
  }

  /** The reply has begun. `milliseconds`: since its attempt began, or else since the request began. */
  firstByte(milliseconds = this.age): void {
    this.#firstByteMs ??= Math.round(milliseconds)
  }

  /** A credential of the client's own that went upstream: no part of the record may repeat it, as a provider's error message could. */
  hides(hide: (ending: Ending) => Ending): void {
    this.#hide = hide
  }

  /** Sets the ending. The first one stands: a failure after a complete reply does not change what the client got. */
  ends(ending: Ending): void {
    this.#ending ??= ending
  }

  /** What it has cost so far, by its provider's reports. */
  get costNow(): Money {
    return this.#usage === undefined || this.#price === undefined ? 0n : costOf(this.#price, this.#usage)
  }

  get ending(): Ending | undefined {
    return this.#ending
  }

  /** Hands the record to the sinks, once. `otherwise`: the ending, where none was set. */
  finish(otherwise: Ending): void {
    if (this.#finished) return
    this.#finished = true
    this.services.running.delete(this)
    const finished = this.endedBy(this.#ending ?? otherwise)
    for (const sink of this.services.sinks) sink.take(finished)
  }

  /** The record as it would be, were this its end now. */
  endedBy(ending: Ending): FinishedRecord {
    const usage = this.#meter?.usage ?? this.#usage
    const trying = this.#finished ? undefined : this.#trying
    const attempts = trying === undefined ? (this.#attempts ?? noAttempts) : [...(this.#attempts ?? noAttempts), this.#unfinished(trying)]
    return {
      id: this.id,
      method: this.method,
      path: this.path,
      client: this.client,
      endUser: this.#endUser,
      caller: this.#caller,
      style: this.#style,
      model: this.#model,
      attempts,
      firstByteMs: this.#firstByteMs,
      usage,
      charge: chargeFor({
        // A count of tokens sends nothing that is paid for.
        price: this.#wire === undefined ? undefined : this.#price,
        usage,
        units: this.#units,
        contentBytes: this.#meter?.contentBytes ?? this.#contentBytes,
        end: trying !== undefined ? 'cut' : workEnd(ending, attempts),
        textBytes: () => textBytesOf(this.#wire),
      }),
      reservation: this.#reservation,
      conversion: this.#conversion,
      startedAt: this.#startedAt,
      durationMs: Math.round(this.age),
      ending: this.#hide !== undefined && 'error' in ending ? this.#hide(ending) : ending,
    }
  }

  #unfinished({ provider, model }: TriedTarget): Attempt {
    return { provider: provider.settings.name, model, durationMs: Math.round(this.services.clock() - this.#triedAt), error: 'internal' }
  }

  /** Milliseconds since it began. */
  get age(): number {
    return this.services.clock() - this.#startedAt
  }
}

/** Who pays (promises P31): nobody where no provider was reached, or the last one refused. */
function workEnd(ending: Ending, attempts: readonly Attempt[]): Work['end'] {
  if (ending.outcome === 'ok') return 'complete'
  const last = attempts.at(-1)
  if (last === undefined) return 'unpaid'
  if (!('error' in last)) return 'cut'
  return last.error === 'upstream_timeout' && last.status === undefined && last.unreached === undefined ? 'cut' : 'unpaid'
}
