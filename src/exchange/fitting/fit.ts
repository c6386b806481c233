import type { LossLedger } from '../ledger.js'
import type { ConversationRequest } from '../request.js'
import type { Accepts } from './accepts.js'
import { resultsBehindCalls } from './call-order.js'
import { fitToolNames, ToolNames } from './tool-names.js'

/** The conversation with all that its provider would refuse in a form that it takes; what changed is in the ledger. */
export function fitConversation(conversation: ConversationRequest, accepts: Accepts, ledger: LossLedger): ConversationRequest {
  const turns = resultsBehindCalls(conversation.turns, ledger)
  const ordered = turns === conversation.turns ? conversation : { ...conversation, turns }
  return fitToolNames(ordered, new ToolNames(accepts.toolNames, ordered.tools), ledger)
}
