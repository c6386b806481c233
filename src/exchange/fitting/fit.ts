import type { ConversationRequest } from '../request.js'
import type { Target } from '../target.js'
import type { Accepts } from './accepts.js'
import { fitAnswer } from './answer-schema.js'
import { withoutBillingHeader } from './billing-header.js'
import { resultsAfterCalls } from './call-order.js'
import { fitFormatBesideTools } from './format-beside-tools.js'
import { fitMediaTypes } from './media-type.js'
import { fitToolNames, ToolNames } from './tool-names.js'
import { fitToolSchemas } from './tool-schema.js'
import { fitUserId } from './user-id.js'

/** Changes a conversation where its provider would refuse it. The changes go to the ledger. */
export function fitConversation(
  original: ConversationRequest,
  accepts: Accepts,
  { model, ledger }: Pick<Target, 'model' | 'ledger'>,
): ConversationRequest {
  const turns = resultsAfterCalls(withoutBillingHeader(original.turns, ledger), ledger)
  let conversation = turns === original.turns ? original : { ...original, turns }
  conversation = fitToolNames(conversation, new ToolNames(accepts.toolNames, original.tools), ledger)
  conversation = fitToolSchemas(conversation, accepts.toolSchemas, ledger)
  if (accepts.formatBesideTools?.(model) === false) conversation = fitFormatBesideTools(conversation, ledger)
  conversation = fitAnswer(conversation, accepts.answerSchemas, ledger)
  conversation = fitUserId(conversation, accepts.userIdLength, ledger)
  return fitMediaTypes(conversation, ledger)
}
