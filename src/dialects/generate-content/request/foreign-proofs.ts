import { openProof } from '../../../exchange/proof.js'
import type { WireObject } from '../../dialect.js'
import { modelGeneration } from '../models.js'
import { signatureStandIn } from '../thought-signature.js'
import { isObject, listOf } from '../../../json/object.js'

const spellings = ['thoughtSignature', 'thought_signature'] as const

/**
 * Removes the sealed proofs of other dialects from a relayed request. Thoughts of another provider are removed; texts and tool calls stay
 * without signature, but the first tool call of a step gets the stand-in that models from Gemini 3 on require.
 * Returns the members that change; `undefined`: none.
 */
export function withoutForeignProofs(wire: WireObject, { model }: { readonly model: string }): WireObject | undefined {
  const contents = objectsIn(wire['contents'])
  if (!contents.some((content) => partsOf(content).some(isSealed))) return undefined
  const wantsSignature = (modelGeneration(model) ?? 0) >= 3
  return {
    contents: contents.flatMap((content) => {
      const parts = partsOf(content)
      if (!isObject(content) || !parts.some(isSealed)) return [content]
      const kept = parts.flatMap((part) => (isObject(part) && isSealed(part) ? unsigned(part) : [part]))
      return kept.length === 0 ? [] : [{ ...content, parts: wantsSignature ? signedFirstCall(kept) : kept }]
    }),
  }
}

function isSealed(part: unknown): boolean {
  return isObject(part) && spellings.some((name) => typeof part[name] === 'string' && openProof(part[name]) !== undefined)
}

/** A part without its signature; thoughts and empty texts are removed. */
function unsigned(part: WireObject): WireObject[] {
  if (part['thought'] === true || part['text'] === '') return []
  return [Object.fromEntries(Object.entries(part).filter(([name]) => name !== spellings[0] && name !== spellings[1]))]
}

function signedFirstCall(parts: readonly unknown[]): readonly unknown[] {
  const first = parts.findIndex((part) => isObject(part) && (part['functionCall'] ?? part['function_call']) !== undefined)
  const call = parts[first]
  if (!isObject(call) || spellings.some((name) => call[name] !== undefined)) return parts
  return parts.with(first, { ...call, thoughtSignature: signatureStandIn })
}

function partsOf(content: unknown): readonly unknown[] {
  return isObject(content) ? objectsIn(content['parts']) : []
}

/** A list, or one object in place of a list. */
function objectsIn(value: unknown): readonly unknown[] {
  return isObject(value) ? [value] : listOf(value)
}
