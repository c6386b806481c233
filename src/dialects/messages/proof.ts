import { openProof, sealProof, type Proof } from '../../exchange/proof.js'

/** The proof in a place of this style: our own kind, a foreign one that this gateway sealed, or none. */
export function readProof(kind: 'signature' | 'redacted', value: string | undefined): Proof | undefined {
  if (value === undefined || value === '') return undefined
  return openProof(value) ?? { dialect: 'messages', kind, value }
}

/** How a proof stands in a reply of this style: the client carries it back in the same place. */
export function writeProof(proof: Proof): { readonly redacted: boolean; readonly value: string } {
  return proof.dialect === 'messages'
    ? { redacted: proof.kind === 'redacted', value: proof.value }
    : { redacted: false, value: sealProof(proof) }
}
