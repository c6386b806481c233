import type { LossLedger } from '../../../exchange/ledger.js'
import type { TargetTraits } from '../../../exchange/target.js'
import type { RelayedChange, WireObject } from '../../dialect.js'

/** Members that this provider of the style refuses; `undefined` where the request has none of them. */
export function relayedRequest(wire: WireObject, traits: TargetTraits, ledger: LossLedger): RelayedChange | undefined {
  const leaveOut = (traits.unsupported ?? []).filter((name) => name in wire)
  for (const name of leaveOut)
    if (wire[name] !== null && wire[name] !== 'auto') ledger.drop(`/${name}`, `${name} is not known to this model's provider`)
  return leaveOut.length === 0 ? undefined : { put: {}, leaveOut }
}
