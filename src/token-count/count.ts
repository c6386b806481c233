import type { TokenCosts } from '../dialects/token-costs.js'
import type { ConversationRequest } from '../exchange/request.js'
import { estimate } from './estimate.js'
import { countedRequest } from './counted-request.js'
import type { TextCounts, Tokenizer } from './tokenizer.js'

export interface EstimatedCount {
  readonly tokens: number
  readonly tokenizer: TextCounts['tokenizer']
}

/** Estimates the input tokens of a request at a provider with these costs. `model`: the provider's name of the model. */
export async function countConversation(
  conversation: ConversationRequest,
  costs: TokenCosts,
  model: string,
  tokenizer: Tokenizer,
): Promise<EstimatedCount> {
  const request = countedRequest(conversation, costs)
  const { counts, tokenizer: name } = await tokenizer.count([request.texts.join('\n'), request.declarations.join('\n')])
  const [texts = 0, declarations = 0] = counts
  return { tokens: estimate(request, { texts, declarations }, costs, model), tokenizer: name }
}
