import { openProof, sealProof, type Proof } from '../../exchange/proof.js'

/** Documented for calls that another model made: the third generation refuses a step whose first call has no signature. */
export const signatureStandIn = 'skip_thought_signature_validator'

/** A signature as a client sends it: one of this style's own, or another dialect's proof that was sealed into its place. */
export function readSignature(signature: string | undefined): Proof | undefined {
  if (signature === undefined || signature === '') return undefined
  return openProof(signature) ?? { dialect: 'generate-content', kind: 'thought-signature', value: signature }
}

/** For clients: own signatures as they are, foreign proofs sealed. */
export function writeSignature(proof: Proof): string {
  return isOwn(proof) ? proof.value : sealProof(proof)
}

/** Only these may go to an upstream of this style. */
export function isOwn(proof: Proof | undefined): proof is Proof & { readonly dialect: 'generate-content' } {
  return proof?.dialect === 'generate-content' && proof.kind === 'thought-signature'
}
