import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import { openProof, sealAbsence, sealProof, type Proof } from '../../exchange/proof.js'

/** The proof in a `signature` or in redacted thinking: this dialect's own, or another dialect's that this gateway has sealed. */
export function readProof(kind: 'signature' | 'redacted', value: string | undefined): Proof | undefined {
  if (value === undefined || value === '') return undefined
  const sealed = openProof(value)
  if (sealed === undefined) return { dialect: 'messages', kind, value }
  return sealed.value === '' ? undefined : sealed
}

/** A proof for a reply: this dialect's own unchanged, another dialect's sealed. The client sends it back in the same member. */
export function writeProof(proof: Proof): { readonly redacted: boolean; readonly value: string } {
  return proof.dialect === 'messages'
    ? { redacted: proof.kind === 'redacted', value: proof.value }
    : { redacted: false, value: sealProof(proof) }
}

/** The signature of thinking that came without a proof: empty, as from this dialect's providers, or a sealed absence. */
export function signatureWithoutProof(upstream: UpstreamDialect): string {
  return upstream === 'messages' ? '' : sealAbsence(upstream)
}
