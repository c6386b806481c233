import type { TokenCosts } from '../dialects/token-costs.js'
import type { ConversationRequest } from '../exchange/request.js'
import { estimate } from './estimate.js'
import { questionOf } from './question.js'
import type { TextCounts, Tokenizer } from './tokenizer.js'

export interface EstimatedCount {
  readonly tokens: number
  readonly tokenizer: TextCounts['tokenizer']
}

/** Estimates the input tokens of a request at a provider with these costs. `model`: the provider's name. */
export async function countConversation(
  conversation: ConversationRequest,
  costs: TokenCosts,
  model: string,
  tokenizer: Tokenizer,
): Promise<EstimatedCount> {
  const question = questionOf(conversation, costs)
  const { counts, tokenizer: name } = await tokenizer.count([question.said.join('\n'), question.declared.join('\n')])
  const [said = 0, declared = 0] = counts
  return { tokens: estimate(question, { said, declared }, costs, model), tokenizer: name }
}
