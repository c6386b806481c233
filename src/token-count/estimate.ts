import type { TokenCosts } from '../dialects/token-costs.js'
import type { CountedQuestion } from './question.js'

/** Tokens that models add to every request, in every style. */
const hidden: readonly { readonly models: RegExp; readonly request: number }[] = [{ models: /(?:^|\/)grok/, request: 180 }]

/** The tokens of a request from the counts of its texts. `model`: the provider's name. */
export function estimate(
  question: CountedQuestion,
  texts: { readonly said: number; readonly declared: number },
  costs: TokenCosts,
  model: string,
): number {
  const { moreTools } = costs
  const tools = costs.tools + (moreTools?.models.test(model) === true ? moreTools.tokens : 0)
  const tokens =
    costs.request +
    (hidden.find(({ models }) => models.test(model))?.request ?? 0) +
    costs.turn * question.turns +
    costs.call * question.calls +
    (question.tools > 0 ? tools : 0) +
    costs.said * texts.said +
    costs.declared * texts.declared +
    question.mediaTokens
  return Math.max(1, Math.round(tokens))
}
