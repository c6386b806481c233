import type { Caller } from '../access/caller.js'
import type { Reservation } from '../accounting/caller-account.js'
import { chargeFor, type Charge, type Work } from '../accounting/charge.js'
import type { Money } from '../accounting/money.js'
import { priceAt, type Price } from '../accounting/price.js'
import { textBytesOf } from '../accounting/text-bytes.js'
import type { FailureKind } from '../exchange/error.js'
import type { Loss } from '../exchange/ledger.js'
import type { Usage } from '../exchange/usage.js'
import type { Client } from './client.js'
import { withTexts, type Ending } from './ending.js'

/**
 * One attempt at one target, with the provider's status if there is one. `startedMs`: since the request began. `message`: in words, without
 * secrets of the provider.
 */
export type Attempt = { readonly provider: string; readonly model: string; readonly startedMs: number; readonly durationMs: number } & (
  | { readonly status: number }
  | {
      readonly error: FailureKind
      readonly status?: number
      readonly detail?: string
      readonly unreached?: true
      readonly message?: string
    }
)

/** The record of an ended request or realtime session. It has no prompt and no secret. Times in milliseconds. */
export interface FinishedRecord {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly client: Client
  /** As the client named it. It may be personal data, and is shown only where that is configured. */
  readonly endUser: string | undefined
  /** As the client gave them. */
  readonly tags: readonly string[]
  /** `undefined` where the request was answered before authentication. */
  readonly caller: Caller | undefined
  readonly style: string | undefined
  /** As the client named it. */
  readonly model: string | undefined
  readonly attempts: readonly Attempt[]
  readonly firstByteMs: number | undefined
  /** As the provider reported it. */
  readonly usage: Usage | undefined
  /** The tokens and the cost that are booked. */
  readonly charge: Charge
  /** What was reserved for it. */
  readonly reservation: Reservation | undefined
  readonly conversion: Conversion | undefined
  /** On the monotonic clock. */
  readonly startedAt: number
  readonly durationMs: number
  readonly ending: Ending
}

/** A conversion between two dialects, and its losses. */
export interface Conversion {
  /** `messages>generate-content` */
  readonly name: string
  readonly losses: readonly Loss[]
}

/** Receives finished records: the log, the books. Must not throw and must not block. */
export interface RecordSink {
  /** `request`: whose record it is. */
  take(record: FinishedRecord, request?: RequestRecord): void
}

/** The target of an attempt. */
export interface TriedTarget {
  readonly provider: { readonly settings: { readonly name: string } }
  readonly model: string
  readonly price?: Price
}

/** The usage and the content of a stream so far. */
export interface StreamMeter {
  readonly usage: Usage | undefined
  /** UTF-8 bytes of text, reasoning and tool arguments. */
  readonly contentBytes: number
}

export interface RecordServices {
  readonly sinks: readonly RecordSink[]
  /** Requests that are, or were, at a provider, and have not ended. */
  readonly running: Readonly<Record<'add' | 'delete', (record: RequestRecord) => void>>
  /** Monotonic milliseconds, and those since the epoch. */
  readonly clock: () => number
  readonly now: () => number
}

/** A request that runs, as the books need it. */
export interface RunningRequest {
  /** Milliseconds since it began. */
  readonly age: number
  /** The record as if it ended now. */
  endedBy(ending: Ending): FinishedRecord
}

const noAttempts: readonly Attempt[] = []
const noTags: readonly string[] = []

/** The record of a running request. It begins when the request arrives and is finished exactly once, at any end. */
export class RequestRecord implements RunningRequest {
  /** Its neighbours in the list of running records. */
  previous: RequestRecord | undefined
  next: RequestRecord | undefined
  /** What another room keeps of the request: a table by the id would be rebuilt again and again. */
  companion: object | undefined
  readonly #startedAt: number
  #caller: Caller | undefined
  #endUser: string | undefined
  #tags = noTags
  #style: string | undefined
  #model: string | undefined
  #attempts: Attempt[] | undefined
  #firstByteMs: number | undefined
  #usage: Usage | undefined
  #contentBytes = 0
  #meter: StreamMeter | undefined
  #trying: TriedTarget | undefined
  #triedAt = 0
  #isSent = false
  #wire: unknown
  #textBytes: number | undefined
  #units: Usage | undefined
  #price: Price | undefined
  #reservation: Reservation | undefined
  #conversion: Conversion | undefined
  #ending: Ending | undefined
  #charge: Charge | undefined
  /** Of a session. */
  #responsesCost: Money | undefined
  #finished = false
  #hide: ((text: string) => string) | undefined

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

  tagged(tags: readonly string[]): void {
    this.#tags = tags
  }

  /** Sets the dialect or media task, and the model as the client named it. */
  asks(style: string, model?: string): void {
    this.#style = style
    this.#model = model ?? this.#model
  }

  /** Sets the body, for estimates of its tokens; the units beside tokens that it costs; the reservation; the bytes of its text, if known. */
  sends(wire: unknown, units?: Usage, reservation?: Reservation, textBytes?: number): void {
    this.#isSent = true
    this.#wire = wire
    this.#textBytes = textBytes
    this.#units = units
    this.#reservation = reservation
  }

  /** Lets the body go. Its text is counted before: the books of every longer request need an estimate while it runs. */
  forgetsBody(): void {
    this.#textBytes ??= textBytesOf(this.#wire)
    this.#wire = undefined
  }

  /** Begins an attempt. Conversion and usage of the attempt before are not part of the answer. */
  tries(target: TriedTarget): void {
    this.#conversion = undefined
    this.#meter = undefined
    this.#usage = undefined
    this.#charge = undefined
    this.#trying = target
    this.#price = target.price === undefined ? undefined : priceAt(target.price, this.services.now())
    this.#triedAt = this.services.clock()
    this.services.running.add(this)
  }

  /** The target of the attempt that runs. */
  get trying(): TriedTarget | undefined {
    return this.#trying
  }

  /** When the attempt that runs began, in milliseconds since the request did. */
  get triedMs(): number {
    return Math.round(this.#triedAt - this.#startedAt)
  }

  tried(ended: Attempt): void {
    this.#trying = undefined
    const hide = this.#hide
    const attempt =
      hide !== undefined && 'error' in ended && ended.message !== undefined ? { ...ended, message: hide(ended.message) } : ended
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

  /** Adds a response of a session, which has a price of its own: by its service tier and the length of its prompt. `sum`: of all so far. */
  usedMore(sum: Usage, response: Usage): void {
    this.#usage = sum
    const { cost } = chargeFor({ price: this.#price, usage: response, contentBytes: 0, end: 'complete', textBytes: () => 0 })
    this.#responsesCost = (this.#responsesCost ?? 0n) + cost
  }

  /** Sets the meter of a streamed reply, which is read when the request has ended. */
  streams(meter: StreamMeter): void {
    this.#meter = meter
  }

  /** Sets the bytes of a plain reply whose provider reports no usage. */
  answered(contentBytes: number): void {
    this.#contentBytes = contentBytes
  }

  /** The reply has begun. Measured from the beginning of the request, attempts that failed before included. */
  firstByte(): void {
    this.#firstByteMs ??= Math.round(this.age)
  }

  /** Adds a mask for what of the client was sent upstream and is not logged: a provider's error message could repeat it. */
  hides(hide: (text: string) => string): void {
    const before = this.#hide
    this.#hide = before === undefined ? hide : (text) => hide(before(text))
  }

  /** Sets the ending. The first one counts: a failure after a complete reply does not change what the client got. */
  ends(ending: Ending): void {
    this.#ending ??= ending
  }

  /** The cost so far, by the usage that the provider reported. */
  get costNow(): Money {
    return this.#usage === undefined ? 0n : this.#chargeAt('complete').cost
  }

  get ending(): Ending | undefined {
    return this.#ending
  }

  /** Gives the record to the sinks, once. `otherwise`: the ending where none was set. */
  finish(otherwise: Ending): void {
    if (this.#finished) return
    this.#finished = true
    this.services.running.delete(this)
    const finished = this.endedBy(this.#ending ?? otherwise)
    // The body is not needed any more: a trace that asks again gets the same charge.
    this.#charge = finished.charge
    this.#isSent = false
    this.#wire = undefined
    for (const sink of this.services.sinks) sink.take(finished, this)
  }

  /** Another process answers this request, and keeps its record. */
  leave(): void {
    this.#finished = true
    this.services.running.delete(this)
  }

  /** The record as if it ended now. */
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
      tags: this.#tags,
      caller: this.#caller,
      style: this.#style,
      model: this.#model,
      attempts,
      firstByteMs: this.#firstByteMs,
      usage,
      charge: this.#charge ?? this.#chargeAt(trying !== undefined ? 'cut' : workEnd(ending, attempts)),
      reservation: this.#reservation,
      conversion: this.#conversion,
      startedAt: this.#startedAt,
      durationMs: Math.round(this.age),
      ending: this.#hide === undefined ? ending : withTexts(ending, this.#hide),
    }
  }

  /**
   * The charge of a reply that is whole, or of a stream whose final usage has come: the record will have it whatever comes later.
   * `undefined` where no model was asked.
   */
  chargeWhole(): Charge | undefined {
    return this.#isSent ? (this.#charge = this.#chargeAt('complete')) : undefined
  }

  #chargeAt(end: Work['end']): Charge {
    const charge = chargeFor({
      // Requests that count tokens set no body: they are free.
      price: this.#isSent ? this.#price : undefined,
      usage: this.#meter?.usage ?? this.#usage,
      units: this.#units,
      contentBytes: this.#meter?.contentBytes ?? this.#contentBytes,
      end,
      textBytes: () => (this.#textBytes ??= textBytesOf(this.#wire)),
    })
    return this.#responsesCost === undefined ? charge : { ...charge, cost: this.#responsesCost }
  }

  #unfinished({ provider, model }: TriedTarget): Attempt {
    const durationMs = Math.round(this.services.clock() - this.#triedAt)
    return { provider: provider.settings.name, model, startedMs: this.triedMs, durationMs, error: 'internal' }
  }

  /** Milliseconds since it began. */
  get age(): number {
    return this.services.clock() - this.#startedAt
  }
}

/** Whether the request is charged: not where no provider was reached, or the last one refused it. */
function workEnd(ending: Ending, attempts: readonly Attempt[]): Work['end'] {
  if (ending.outcome === 'ok') return 'complete'
  const last = attempts.at(-1)
  if (last === undefined) return 'unpaid'
  if (!('error' in last)) return 'cut'
  return last.error === 'upstream_timeout' && last.status === undefined && last.unreached === undefined ? 'cut' : 'unpaid'
}
