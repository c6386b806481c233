import { openProof } from '../../../exchange/proof.js'
import type { TargetTraits } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { isObject, listOf, objectOf } from '../../../json/object.js'

/**
 * Removes proofs from the extension members of messages and tool calls of a relayed request: other dialects' proofs, which this gateway has
 * sealed, and Gemini's signatures where the provider has no Gemini models. Readable reasoning stays. Returns the changed members;
 * `undefined`: there are none.
 */
export function withoutForeignProofs(wire: WireObject, { traits }: { readonly traits: TargetTraits }): WireObject | undefined {
  const before = listOf(wire.messages)
  const messages = before.map((message) => (isObject(message) ? withoutSealedProofs(message, traits) : message))
  return messages.some((message, index) => message !== before[index]) ? { messages } : undefined
}

function withoutSealedProofs(message: WireObject, traits: TargetTraits): WireObject {
  let result = withoutForeignSignature(message, traits)
  const details = listOf(message.reasoning_details)
  const kept = details.filter((entry) => !isSealedDetail(entry))
  if (kept.length < details.length)
    result = kept.length === 0 ? without(result, 'reasoning_details') : { ...result, reasoning_details: kept }
  const calls = listOf(message.tool_calls)
  const bare = calls.map((call) => (isObject(call) ? withoutForeignSignature(call, traits) : call))
  return bare.some((call, index) => call !== calls[index]) ? { ...result, tool_calls: bare } : result
}

function withoutForeignSignature(carrier: WireObject, { geminiSignatures }: TargetTraits): WireObject {
  const signature = objectOf(objectOf(carrier.extra_content)?.google)?.thought_signature
  const isForeign = isSealed(signature) || (typeof signature === 'string' && geminiSignatures !== true)
  return isForeign ? without(carrier, 'extra_content') : carrier
}

function isSealedDetail(entry: unknown): boolean {
  return isObject(entry) && (isSealed(entry.signature) || isSealed(entry.data))
}

function isSealed(value: unknown): boolean {
  return typeof value === 'string' && openProof(value) !== undefined
}

function without(object: WireObject, name: string): WireObject {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name))
}
