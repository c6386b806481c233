import type { Caller } from '../access/caller.js'
import type { FailureKind } from '../exchange/error.js'
import type { Loss } from '../exchange/ledger.js'
import type { Usage } from '../exchange/usage.js'
import type { Client } from './client.js'
import type { Ending } from './ending.js'

/** One try at one target: answered, or failed, with the provider's status where it gave one. */
export type Attempt = { readonly provider: string; readonly model: string; readonly durationMs: number } & (
  { readonly status: number } | { readonly error: FailureKind; readonly status?: number; readonly detail?: string }
)

/** A request, or a realtime session, that has ended. Never a prompt, never a secret (promises P50). Times in milliseconds. */
export interface FinishedRecord {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly client: Client
  /** As the client named it. A person's name or address may stand in it: nothing shows it unless it is switched on. */
  readonly endUser: string | undefined
  /** `undefined` where the request was refused, or answered, before anybody asked who sends it. */
  readonly caller: Caller | undefined
  readonly style: string | undefined
  /** As the client named it. */
  readonly model: string | undefined
  readonly attempts: readonly Attempt[]
  readonly firstByteMs: number | undefined
  /** As the provider reported it. */
  readonly usage: Usage | undefined
  /** UTF-8 bytes of a stream's content, for estimates. */
  readonly contentBytes: number
  readonly conversion: Conversion | undefined
  readonly durationMs: number
  readonly ending: Ending
}

/** What was said in another style than the client's, or had to change. */
export interface Conversion {
  /** `messages>generate-content` */
  readonly name: string
  readonly losses: readonly Loss[]
}

/** Takes what has ended: the log, accounting, metrics, traces. Must not throw, must not wait. */
export interface RecordSink {
  take(record: FinishedRecord): void
}

export interface RecordServices {
  readonly sinks: readonly RecordSink[]
  /** Monotonic milliseconds. */
  readonly clock: () => number
}

const noAttempts: readonly Attempt[] = []

/** What is known of a request that runs. Begun once, when the request arrives; finished once, at whatever end. */
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
  #conversion: Conversion | undefined
  #ending: Ending | undefined
  #finished = false

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

  /** For whom the client says that it asks. */
  onBehalfOf(endUser: string | undefined): void {
    this.#endUser = endUser
  }

  /** In which style, and for which model. */
  asks(style: string, model?: string): void {
    this.#style = style
    this.#model = model ?? this.#model
  }

  /** Another target is tried: what was converted for the one before is no part of the answer. */
  tries(): void {
    this.#conversion = undefined
  }

  tried(attempt: Attempt): void {
    if (this.#attempts === undefined) this.#attempts = [attempt]
    else this.#attempts.push(attempt)
  }

  converted(name: string, losses: readonly Loss[]): void {
    this.#conversion = { name, losses }
  }

  /** The last report of a provider wins; one that says nothing changes nothing. */
  used(usage: Usage | undefined): void {
    this.#usage = usage ?? this.#usage
  }

  streamed(contentBytes: number): void {
    this.#contentBytes = contentBytes
  }

  /** The answer begins, so many milliseconds after its attempt did, or else after the request did. */
  firstByte(milliseconds = this.#age): void {
    this.#firstByteMs ??= Math.round(milliseconds)
  }

  /** The first ending stands: what goes wrong after a reply is complete does not change what the client got. */
  ends(ending: Ending): void {
    this.#ending ??= ending
  }

  get ending(): Ending | undefined {
    return this.#ending
  }

  /** Hands the record to the sinks, once. `otherwise`: how the request ended where nobody said so. */
  finish(otherwise: Ending): void {
    if (this.#finished) return
    this.#finished = true
    const finished: FinishedRecord = {
      id: this.id,
      method: this.method,
      path: this.path,
      client: this.client,
      endUser: this.#endUser,
      caller: this.#caller,
      style: this.#style,
      model: this.#model,
      attempts: this.#attempts ?? noAttempts,
      firstByteMs: this.#firstByteMs,
      usage: this.#usage,
      contentBytes: this.#contentBytes,
      conversion: this.#conversion,
      durationMs: Math.round(this.#age),
      ending: this.#ending ?? otherwise,
    }
    for (const sink of this.services.sinks) sink.take(finished)
  }

  get #age(): number {
    return this.services.clock() - this.#startedAt
  }
}
