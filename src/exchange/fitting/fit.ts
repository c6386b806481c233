import type { LossLedger } from '../ledger.js'
import type { ConversationRequest } from '../request.js'
import type { Accepts } from './accepts.js'
import { fitToolNames, ToolNames } from './tool-names.js'

/** The conversation with all that its provider would refuse in a form that it takes; what changed is in the ledger. */
export function fitConversation(conversation: ConversationRequest, accepts: Accepts, ledger: LossLedger): ConversationRequest {
  return fitToolNames(conversation, new ToolNames(accepts.toolNames, conversation.tools), ledger)
}
