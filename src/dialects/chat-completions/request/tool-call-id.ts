import { createHash } from 'node:crypto'
import type { TargetTraits } from '../../../exchange/target.js'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** OpenAI refuses longer ids. */
const longest = 40

/** The id of an earlier call as the target accepts it: the same text for the same id, in the call and in its result. */
export function fitToolCallId(id: string, traits: TargetTraits): string {
  if (traits.nineCharacterToolIds === true) return /^[a-zA-Z0-9]{9}$/.test(id) ? id : shortId(id, 9)
  return id.length > longest ? `call_${shortId(id, 24)}` : id
}

function shortId(id: string, length: number): string {
  const digest = createHash('sha256').update(id).digest()
  let text = ''
  for (const byte of digest.subarray(0, length)) text += letters[byte % letters.length] ?? ''
  return text
}
