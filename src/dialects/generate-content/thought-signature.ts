import { openProof, sealProof, type Proof } from '../../exchange/proof.js'

/**
 * The documented signature for tool calls of another model: Gemini 3 refuses a step whose first tool call has no signature
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
export const signatureStandIn = 'skip_thought_signature_validator'

/** Reads a signature that a client sent: Google's own, or a sealed proof of another dialect. */
export function readSignature(signature: string | undefined): Proof | undefined {
  if (signature === undefined || signature === '') return undefined
  return openProof(signature) ?? { dialect: 'generate-content', kind: 'thought-signature', value: signature }
}

/** The signature for clients; another dialect's proof is sealed. */
export function writeSignature(proof: Proof): string {
  return isOwn(proof) ? proof.value : sealProof(proof)
}

/** Whether the proof is a signature of this dialect, which its providers accept. */
export function isOwn(proof: Proof | undefined): proof is Proof & { readonly dialect: 'generate-content' } {
  return proof?.dialect === 'generate-content' && proof.kind === 'thought-signature'
}
