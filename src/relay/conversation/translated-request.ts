import type { Dialect, WireObject } from '../../dialects/dialect.js'
import { upstreamDialects } from '../../dialects/registry.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure } from '../../exchange/error.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { ConversationRequest } from '../../exchange/request.js'
import type { Target } from '../../exchange/target.js'

/** A client's request as far as its translation needs it. */
export interface ClientRequest {
  readonly dialect: Dialect
  readonly wire: WireObject
  /** As the client named it. */
  readonly model: string
  readonly stream: boolean
}

/** The ledger of a translation: its pointers are spelled as the client did. */
export function ledgerFor({ dialect, wire }: ClientRequest): LossLedger {
  return new LossLedger((at) => dialect.spelled?.(wire, at) ?? at)
}

export function decodedRequest(request: ClientRequest, ledger: LossLedger): ConversationRequest {
  const { dialect, wire, model, stream } = request
  return withClientSpelling(request, () => dialect.decodeRequest(wire, { ledger, model, stream }))
}

export function encodedRequest(request: ClientRequest, asked: ConversationRequest, dialect: UpstreamDialect, target: Target): WireObject {
  return withClientSpelling(request, () => upstreamDialects[dialect].encodeRequest(asked, target))
}

/** Runs `convert`; its errors name the field as the client spelled it. */
function withClientSpelling<T>({ dialect, wire }: ClientRequest, convert: () => T): T {
  try {
    return convert()
  } catch (failure) {
    if (!(failure instanceof GatewayFailure) || failure.error.param === undefined || dialect.spelled === undefined) throw failure
    throw new GatewayFailure({ ...failure.error, param: dialect.spelled(wire, failure.error.param) })
  }
}
