import { clientDialects, upstreamDialects } from '../../src/dialects/registry.js'
import type { ChatDialect } from '../../src/exchange/dialect-name.js'
import { GatewayFailure, type GatewayError } from '../../src/exchange/error.js'
import { LossLedger, type Loss } from '../../src/exchange/ledger.js'
import type { ConversationRequest } from '../../src/exchange/request.js'
import type { TargetTraits } from '../../src/exchange/target.js'
import type { JsonObject } from './json.js'
import type { Upstream } from './pairs.js'

export interface Pair {
  readonly client: ChatDialect
  readonly upstream: Upstream
  /** The upstream's name of the model, from which some codecs read the generation. */
  readonly model: string
  readonly traits: TargetTraits
}

export type Conversion =
  | { readonly type: 'sent'; readonly wire: JsonObject; readonly losses: readonly Loss[]; readonly conversation: ConversationRequest }
  | { readonly type: 'refused'; readonly error: GatewayError }

/** Converts a request for an upstream of another dialect like the relay, without the network. */
export function convert(pair: Pair, request: JsonObject): Conversion {
  const client = clientDialects[pair.client]
  const spelled = (at: string): string => client.spelled?.(request, at) ?? at
  const ledger = new LossLedger(spelled)
  const newId = counter()
  try {
    const stream = request['stream'] === true
    const conversation = client.decodeRequest(request, { ledger, model: 'm-1', stream })
    const { model, traits } = pair
    const wire = upstreamDialects[pair.upstream].encodeRequest(conversation, { model, defaultMaxOutputTokens: 4096, traits, ledger, newId })
    // As JSON text, which is what is sent.
    return { type: 'sent', wire: JSON.parse(JSON.stringify(wire)) as JsonObject, losses: ledger.losses, conversation }
  } catch (failure) {
    if (failure instanceof GatewayFailure) {
      const { error } = failure
      return { type: 'refused', error: error.param === undefined ? error : { ...error, param: spelled(error.param) } }
    }
    throw failure
  }
}

/** Ids that are the same in every run. */
export function counter(): (prefix: string) => string {
  let next = 0
  return (prefix) => `${prefix}${String((next += 1)).padStart(24, '0')}`
}
