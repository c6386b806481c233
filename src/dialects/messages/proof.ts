import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import { openProof, sealAbsence, sealProof, type Proof } from '../../exchange/proof.js'

/** The proof in a place of this style: our own kind, a foreign one that this gateway sealed, or none. */
export function readProof(kind: 'signature' | 'redacted', value: string | undefined): Proof | undefined {
  if (value === undefined || value === '') return undefined
  const sealed = openProof(value)
  if (sealed === undefined) return { dialect: 'messages', kind, value }
  return sealed.value === '' ? undefined : sealed
}

/** How a proof stands in a reply of this style: the client carries it back in the same place. */
export function writeProof(proof: Proof): { readonly redacted: boolean; readonly value: string } {
  return proof.dialect === 'messages'
    ? { redacted: proof.kind === 'redacted', value: proof.value }
    : { redacted: false, value: sealProof(proof) }
}

/** The signature of thinking that came without a proof: empty is what this style's own providers write. */
export function unprovenSignature(upstream: UpstreamDialect): string {
  return upstream === 'messages' ? '' : sealAbsence(upstream)
}
