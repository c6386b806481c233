import { resultsBehindCalls } from './call-order.js'
import { withoutForeignTools, type HostedTools } from './hosted-tools.js'
import type { LossLedger } from './ledger.js'
import type { ConversationRequest } from './request.js'

/** What holds for every target before its encoder writes a request: the order of calls and results, and tools that only other providers run. */
export function fitConversation(conversation: ConversationRequest, hosted: HostedTools, ledger: LossLedger): ConversationRequest {
  const turns = resultsBehindCalls(conversation.turns, ledger)
  return withoutForeignTools(turns === conversation.turns ? conversation : { ...conversation, turns }, hosted, ledger)
}
