import type { Dialect, RelayedChange, WireObject } from '../../dialects/dialect.js'
import { mayHoldSealedProof } from '../../exchange/proof.js'
import type { RoutedTarget } from '../../routing/target.js'
import { patchTopLevel, removeTopLevel } from '../../json/body-patch.js'

/**
 * The members of the request that hold another provider's proofs, without them: a client that changed the model within a conversation
 * sends them back in the places of its own style. Nearly every request is passed after a look at its bytes.
 */
export function ownHistory(dialect: Dialect, request: RelayedRequest, { provider, model }: RoutedTarget): WireObject | undefined {
  const { wire, bytes } = request
  const { unsealedProof } = dialect.facts
  const suspicious = mayHoldSealedProof(bytes) || (unsealedProof !== undefined && bytes.includes(unsealedProof))
  return suspicious ? dialect.withoutForeignProofs(wire, { model, traits: provider.traitsFor(model, dialect.name) }) : undefined
}

interface RelayedRequest {
  readonly wire: WireObject
  readonly bytes: Buffer
}

/** The bytes of a request with {@link ownHistory} put in. */
export function withOwnHistory(dialect: Dialect, request: RelayedRequest, target: RoutedTarget): Buffer {
  const own = ownHistory(dialect, request, target)
  return own === undefined ? request.bytes : relayedBody(request.bytes, {}, own, undefined)
}

/** The client's bytes with the members changed that the relay and the provider's quirks want changed; the bytes themselves where none. */
export function relayedBody(
  bytes: Buffer,
  patches: Readonly<Record<string, string>>,
  own: WireObject | undefined,
  change: RelayedChange | undefined,
): Buffer {
  if (own === undefined && change === undefined) return patchTopLevel(bytes, patches)
  const put: Record<string, string> = { ...patches }
  for (const [name, value] of Object.entries({ ...own, ...change?.put })) put[name] = JSON.stringify(value)
  const kept = change === undefined || change.leaveOut.length === 0 ? bytes : removeTopLevel(bytes, change.leaveOut)
  return Object.keys(put).length === 0 ? kept : patchTopLevel(kept, put)
}
