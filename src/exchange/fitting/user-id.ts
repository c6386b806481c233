import { createHash } from 'node:crypto'
import type { LossLedger } from '../ledger.js'
import type { ConversationRequest } from '../request.js'

/** The conversation with an id of the end user that is not too long: the same user has the same digest in every request. */
export function fitUserId(conversation: ConversationRequest, longest: number | undefined, ledger: LossLedger): ConversationRequest {
  const { user } = conversation.settings
  if (user === undefined || longest === undefined || user.value.length <= longest) return conversation
  ledger.approximate(user.at, `the provider takes ${longest} characters at most; a digest of the id is sent`)
  const value = `user_${createHash('sha256').update(user.value).digest('hex').slice(0, 40)}`
  return { ...conversation, settings: { ...conversation.settings, user: { value, at: user.at } } }
}
