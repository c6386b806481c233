import type { TokenCosts } from '../dialects/token-costs.js'
import type { CountedRequest } from './counted-request.js'

/** Tokens of system prompts that providers add to every request of a model, in every dialect. */
const hiddenTokens: readonly { readonly models: RegExp; readonly request: number }[] = [{ models: /(?:^|\/)grok/, request: 180 }]

/** The input tokens of a request, from the tokens of its texts and declarations. `model`: the provider's name of the model. */
export function estimate(
  request: CountedRequest,
  counts: { readonly texts: number; readonly declarations: number },
  costs: TokenCosts,
  model: string,
): number {
  const { extraToolTokens } = costs
  const tools = costs.tools + (extraToolTokens?.models.test(model) === true ? extraToolTokens.tokens : 0)
  const tokens =
    costs.request +
    (hiddenTokens.find(({ models }) => models.test(model))?.request ?? 0) +
    costs.turn * request.turns +
    costs.call * request.calls +
    (request.tools > 0 ? tools : 0) +
    costs.textFactor * counts.texts +
    costs.declarationFactor * counts.declarations +
    request.mediaTokens
  return Math.max(1, Math.round(tokens))
}
