import { createHash } from 'node:crypto'
import { hashedText } from '../../json/hashed-text.js'
import type { LossLedger } from '../ledger.js'
import type { ConversationRequest } from '../request.js'

/** Replaces an end user's id that is too long by a digest, which is the same in every request of that user. */
export function fitUserId(conversation: ConversationRequest, maxLength: number | undefined, ledger: LossLedger): ConversationRequest {
  const { user } = conversation.settings
  if (user === undefined || maxLength === undefined || user.value.length <= maxLength) return conversation
  ledger.approximate(user.at, `the provider accepts at most ${maxLength} characters: a digest of the id was sent`)
  const value = `user_${createHash('sha256').update(hashedText(user.value)).digest('hex').slice(0, 40)}`
  return { ...conversation, settings: { ...conversation.settings, user: { value, at: user.at } } }
}
