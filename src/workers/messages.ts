import type { TokenCaller } from '../access/caller.js'
import type { QuotaStates } from '../accounting/quotas.js'
import type { QuotaState } from '../accounting/quota.js'
import type { Money } from '../accounting/money.js'
import type { Configuration } from '../config/configuration.js'
import type { WrittenResponse } from '../operations/responses/kept-responses.js'
import type { Client } from '../record/client.js'
import type { FinishedRecord } from '../record/request-record.js'
import type { KeptProof } from '../relay/conversation/proof-store.js'
import type { TargetEvent } from '../routing/breakers.js'

/** What is known of a request when it begins. */
export interface BegunRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly client: Client
}

/** A request that a worker may answer if its caller may send it now. */
export interface Arrival extends BegunRequest {
  /** As its client presented it. */
  readonly key: string
  readonly operationId: string
}

/** A record on its way, without what the gateway's process knows from the arrival; it has a clock of its own, too. */
export interface SentRecord extends Omit<FinishedRecord, 'id' | 'method' | 'path' | 'client' | 'caller' | 'reservation' | 'startedAt'> {
  /** Milliseconds since the request began. */
  readonly age: number
}

/** What a worker says to the gateway's process. `number`: of a request that entered, among those of its worker. */
export type WorkerMessage =
  | { readonly type: 'listening'; readonly address: string }
  | { readonly type: 'failed'; readonly message: string; readonly code: string | undefined }
  /** It has entered by an admission that was given ahead to the caller with this id, and has this much of the money; `record`: as in `running`. */
  | ({ readonly type: 'begin'; readonly number: number; readonly record: SentRecord | undefined } & SentBeginning)
  /** The same for one that has ended. */
  | ({ readonly type: 'whole'; readonly record: SentRecord } & SentBeginning)
  /** Few are left of those that were given ahead for this key. */
  | { readonly type: 'more'; readonly key: string }
  /** Some of them, and some of the money, are not used. */
  | { readonly type: 'return'; readonly caller: string; readonly count: number; readonly money: Money }
  | { readonly type: 'enter'; readonly number: number; readonly arrival: Arrival }
  /** It is passed on instead. */
  | { readonly type: 'leave'; readonly number: number }
  | { readonly type: 'reserve'; readonly number: number; readonly money: Money; readonly tokens: number }
  /** The record that it becomes if its worker dies; `isLong`: or if the whole gateway does. */
  | { readonly type: 'running'; readonly number: number; readonly isLong: boolean; readonly record: SentRecord }
  | { readonly type: 'finished'; readonly number: number; readonly record: SentRecord }
  | { readonly type: 'keep'; readonly response: WrittenResponse }
  | { readonly type: 'refer'; readonly owner: string; readonly id: string; readonly provider: string; readonly model: string }
  | { readonly type: 'issued'; readonly owner: string; readonly origin: string; readonly ids: readonly string[] }
  | { readonly type: 'proof'; readonly proof: KeptProof }
  | { readonly type: 'breaker'; readonly event: TargetEvent }
  /** Whole log lines. */
  | { readonly type: 'log'; readonly lines: Uint8Array }
  /** Asks for `settled`, when what all workers have said until now is known. */
  | { readonly type: 'settle'; readonly number: number }
  /** The answer to `report`. */
  | { readonly type: 'reported'; readonly number: number }

/** What the gateway's process says to a worker. */
export type GatewayMessage =
  | { readonly type: 'configure'; readonly configuration: Configuration; readonly workers: number }
  | { readonly type: 'entered'; readonly number: number; readonly admission: SentAdmission | undefined }
  | ({ readonly type: 'ahead'; readonly key: string } & SentAhead)
  /** Whatever was given ahead for this caller, or for all, is wanted back. */
  | { readonly type: 'recall'; readonly caller: string | undefined }
  /** Tokens have changed; which is not told. */
  | { readonly type: 'forget' }
  | { readonly type: 'reserved'; readonly number: number; readonly reserved: SentReservation | undefined }
  | { readonly type: 'proof'; readonly proof: KeptProof }
  | { readonly type: 'breaker'; readonly event: TargetEvent }
  | { readonly type: 'settled'; readonly number: number }
  | { readonly type: 'report'; readonly number: number }
  | { readonly type: 'drain' }
  | { readonly type: 'interrupt' }

interface SentBeginning {
  readonly caller: string
  readonly money: Money
  readonly request: BegunRequest
}

/** Admissions for requests that have not come yet. */
export interface SentAhead {
  /** The id of the caller whom they are for. */
  readonly caller: string
  readonly count: number
  /** Reserved for them. */
  readonly money: Money
  /** As they were before. */
  readonly quotas: QuotaStates | undefined
}

export interface SentAdmission {
  /** Its id, where the worker has the caller as it is now. */
  readonly caller: TokenCaller | string
  /** Callers that were told before are forgotten. */
  readonly afresh: boolean
  readonly quotas: QuotaStates | undefined
  /** How many more requests of this caller may enter without another question. */
  readonly ahead: number
  /** Whether the client is asked to connect again. */
  readonly closes: boolean
}

export interface SentReservation {
  readonly tokens: number
  /** The caller's id, and what is reserved for its next requests beside this one. */
  readonly caller: string
  readonly ahead: Money
  readonly quotas: QuotaStates | undefined
}

/** Quotas as they are now. */
export function sentQuotas({ requests, tokens, rateLimitPolicy }: QuotaStates): QuotaStates {
  return { requests: requests.map(stateOf), tokens: tokens.map(stateOf), rateLimitPolicy }
}

function stateOf({ window, limit, left, reset }: QuotaState): QuotaState {
  return { window, limit, left, reset }
}
