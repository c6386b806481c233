import type { GeminiPart } from '../../../../generated/generate-content/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { OpaquePart } from '../../../exchange/part.js'
import type { Proof } from '../../../exchange/proof.js'
import { argumentsObject, freeTextArguments } from '../../../exchange/custom-tool.js'
import { writeSignature } from '../thought-signature.js'

export function signatureOf(proof: Proof | undefined): { thoughtSignature?: string } {
  return proof === undefined ? {} : { thoughtSignature: writeSignature(proof) }
}

/** `undefined` where the arguments are not a complete JSON object: clients must not execute such a tool call. */
export function callPart(
  call: { readonly id: string; readonly name: string; readonly kind: 'function' | 'custom' },
  input: string,
  proof: Proof | undefined,
): GeminiPart | undefined {
  const args = call.kind === 'custom' ? freeTextArguments(input) : argumentsObject(input)
  return args === undefined ? undefined : { functionCall: { id: call.id, name: call.name, args }, ...signatureOf(proof) }
}

export function opaquePart(part: OpaquePart, ledger: LossLedger): GeminiPart | undefined {
  // An opaque part of this dialect is the part itself.
  if (part.dialect === 'generate-content') return part.value as GeminiPart
  ledger.dropFromReply(`/${part.label}`, `generate-content has no ${part.label}`)
  return undefined
}
