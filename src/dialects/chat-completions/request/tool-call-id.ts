import { createHash } from 'node:crypto'
import { hashedText } from '../../../json/hashed-text.js'
import type { TargetTraits } from '../../../exchange/target.js'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** In UTF-16 units; OpenAI refuses longer ids. */
const maxLength = 40

/** The id of a tool call in the history, shortened where the target requires it. The same id always becomes the same text. */
export function fitToolCallId(id: string, traits: TargetTraits): string {
  if (traits.nineCharacterToolIds === true) return /^[a-zA-Z0-9]{9}$/.test(id) ? id : shortId(id, 9)
  return id.length > maxLength ? `call_${shortId(id, 24)}` : id
}

function shortId(id: string, length: number): string {
  const digest = createHash('sha256').update(hashedText(id)).digest()
  let text = ''
  for (const byte of digest.subarray(0, length)) text += alphabet[byte % alphabet.length] ?? ''
  return text
}
