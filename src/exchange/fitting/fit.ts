import type { ConversationRequest } from '../request.js'
import type { Target } from '../target.js'
import type { Accepts } from './accepts.js'
import { fitAnswer } from './answer-schema.js'
import { withoutChangingLines } from './changing-lines.js'
import { resultsBehindCalls } from './call-order.js'
import { fitFormatBesideTools } from './format-beside-tools.js'
import { fitMediaTypes } from './media-type.js'
import { fitToolNames, ToolNames } from './tool-names.js'
import { fitToolSchemas } from './tool-schema.js'
import { fitUserId } from './user-id.js'

/** The conversation, changed where its provider would refuse it; the changes are in the ledger. */
export function fitConversation(
  asked: ConversationRequest,
  accepts: Accepts,
  { model, ledger }: Pick<Target, 'model' | 'ledger'>,
): ConversationRequest {
  const turns = resultsBehindCalls(withoutChangingLines(asked.turns, ledger), ledger)
  let conversation = turns === asked.turns ? asked : { ...asked, turns }
  conversation = fitToolNames(conversation, new ToolNames(accepts.toolNames, asked.tools), ledger)
  conversation = fitToolSchemas(conversation, accepts.toolSchemas, ledger)
  if (accepts.formatBesideTools?.(model) === false) conversation = fitFormatBesideTools(conversation, ledger)
  conversation = fitAnswer(conversation, accepts.answerSchemas, ledger)
  conversation = fitUserId(conversation, accepts.userIdLength, ledger)
  return fitMediaTypes(conversation, ledger)
}
