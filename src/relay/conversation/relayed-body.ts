import type { Dialect, RelayedChange, RelayedTarget, WireObject } from '../../dialects/dialect.js'
import { LossLedger } from '../../exchange/ledger.js'
import { mayContainSealedProof } from '../../exchange/proof.js'
import type { RoutedTarget } from '../../routing/target.js'
import { patchedInPieces, patchTopLevel, removeTopLevel } from '../../json/body-patch.js'
import type { PiecedBody } from '../../json/pieced-body.js'
import { largeJsonBytes } from '../large-json.js'

/**
 * The members of the request with another dialect's proofs, without these: clients that changed the model within a conversation send them
 * back. A search of the bytes shows for nearly all requests that there are none.
 */
export function ownHistory(dialect: Dialect, request: RelayedRequest, { provider, model }: RoutedTarget): WireObject | undefined {
  const { wire, bytes } = request
  const { unsealedProof } = dialect.facts
  const suspicious = mayContainSealedProof(bytes) || (unsealedProof !== undefined && bytes.includes(unsealedProof))
  return suspicious ? dialect.withoutForeignProofs(wire, { model, traits: provider.traitsFor(model, dialect.name) }) : undefined
}

interface RelayedRequest {
  readonly wire: WireObject
  readonly bytes: Buffer
}

/** The bytes of a request with the members of {@link ownHistory}. */
export function withOwnHistory(dialect: Dialect, request: RelayedRequest, target: RoutedTarget): Buffer {
  const own = ownHistory(dialect, request, target)
  return own === undefined ? request.bytes : relayedBody(request.bytes, {}, own, undefined)
}

/** The client's bytes with the changes that the relay and the provider's traits require; the same bytes where there are none. */
export function relayedBody(
  bytes: Buffer,
  patches: Readonly<Record<string, string>>,
  own: WireObject | undefined,
  change: RelayedChange | undefined,
): Buffer {
  if (own === undefined && change === undefined) return patchTopLevel(bytes, patches, true)
  const put: Record<string, string> = { ...patches }
  for (const [name, value] of Object.entries({ ...own, ...change?.put })) put[name] = JSON.stringify(value)
  const kept = change === undefined || change.leaveOut.length === 0 ? bytes : removeTopLevel(bytes, change.leaveOut)
  return Object.keys(put).length === 0 ? kept : patchTopLevel(kept, put)
}

interface RelayedChanges {
  readonly body: Buffer | PiecedBody
  readonly ledger: LossLedger
}

/** The body that goes to a provider of the client's own dialect, with `own` of its history; `translate`: it cannot be relayed. */
export function changedForRelay(
  dialect: Dialect,
  { wire, bytes }: RelayedRequest,
  own: WireObject | undefined,
  target: RelayedTarget,
): RelayedChanges | 'translate' {
  const ledger = new LossLedger()
  const change = dialect.relayedRequest?.(own === undefined ? wire : { ...wire, ...own }, target, ledger)
  if (change === 'translate') return change
  const members = dialect.relayedMembers(wire, target)
  const inPieces = own === undefined && change === undefined && bytes.length > largeJsonBytes
  return { body: inPieces ? patchedInPieces(bytes, members) : relayedBody(bytes, members, own, change), ledger }
}
