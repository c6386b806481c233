import { openProof } from '../../../exchange/proof.js'
import type { TargetTraits } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { isObject, listOf, objectOf } from '../../../json/object.js'

/**
 * A relayed request without the proofs of other styles that this gateway sealed into the extension members of messages and calls, and
 * without Gemini's signatures, which stand there as they are, for a provider that gave none. What can be read stays. Gives the members that change; `undefined` where there is none.
 */
export function withoutForeignProofs(wire: WireObject, { traits }: { readonly traits: TargetTraits }): WireObject | undefined {
  const before = listOf(wire.messages)
  const messages = before.map((message) => (isObject(message) ? unsealed(message, traits) : message))
  return messages.some((message, index) => message !== before[index]) ? { messages } : undefined
}

function unsealed(message: WireObject, traits: TargetTraits): WireObject {
  let result = unsigned(message, traits)
  const details = listOf(message.reasoning_details)
  const kept = details.filter((entry) => !isSealedDetail(entry))
  if (kept.length < details.length)
    result = kept.length === 0 ? without(result, 'reasoning_details') : { ...result, reasoning_details: kept }
  const calls = listOf(message.tool_calls)
  const bare = calls.map((call) => (isObject(call) ? unsigned(call, traits) : call))
  return bare.some((call, index) => call !== calls[index]) ? { ...result, tool_calls: bare } : result
}

function unsigned(carrier: WireObject, { geminiSignatures }: TargetTraits): WireObject {
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
