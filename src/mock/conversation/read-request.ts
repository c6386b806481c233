import type { Dialect, WireObject } from '../../dialects/dialect.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { ConversationRequest } from '../../exchange/request.js'

export interface ReadRequest {
  readonly request: ConversationRequest
  readonly ledger: LossLedger
  /** The answer is a value of the schema as bare text. */
  readonly bareText: boolean
}

export function readRequest(dialect: Dialect, wire: WireObject, asked: { readonly model: string; readonly stream: boolean }): ReadRequest {
  const ledger = new LossLedger()
  const kept = withoutStoredState(dialect, wire)
  const changed = dialect.mock.bareValueAsJson?.(kept)
  return { request: dialect.decodeRequest(changed ?? kept, { ledger, ...asked }), ledger, bareText: changed !== undefined }
}

export function withoutStoredState({ mock }: Dialect, wire: WireObject): WireObject {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !mock.storedState.includes(name)))
}
