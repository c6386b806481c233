import type { LossLedger } from '../../../exchange/ledger.js'
import type { ConversationRequest, ReasoningEffort, ReasoningSettings, Tool } from '../../../exchange/request.js'
import { TakenSettings } from '../../../exchange/taken-settings.js'
import { fittedEffort, type OpenAIModel } from '../../openai-models.js'

/** The effort for thinking budgets of at least so many tokens. */
const efforts: readonly (readonly [number, ReasoningEffort])[] = [
  [16_384, 'high'],
  [4_096, 'medium'],
  [1, 'low'],
]

export interface EncodedEffort {
  readonly value: ReasoningEffort
  /** The JSON pointer of the client's setting. */
  readonly at: string
}

/** `reasoning_effort` for an effort, a budget or a mode; `undefined`: the model decides. `firstTool`: the first tool of the request. */
export function encodeEffort(
  { reasoning }: ConversationRequest,
  model: OpenAIModel | undefined,
  firstTool: Pick<Tool, 'at'> | undefined,
  ledger: LossLedger,
): EncodedEffort | undefined {
  const requested = reasoning === undefined ? undefined : requestedEffort(reasoning, model, ledger)
  const value = requested === undefined ? undefined : fittedEffort(model, requested.value, requested.at, ledger)
  const effort = requested === undefined || value === undefined ? undefined : { value, at: requested.at }
  if (firstTool === undefined || model === undefined || model.chatToolsBesideEffort || (value ?? model.defaultEffort) === 'none')
    return effort
  const at = requested?.at ?? firstTool.at
  ledger.approximate(at, 'in the chat completions style the model accepts function tools only without reasoning')
  return { value: 'none', at }
}

function requestedEffort(reasoning: ReasoningSettings, model: OpenAIModel | undefined, ledger: LossLedger): EncodedEffort | undefined {
  const settings = new TakenSettings(reasoning)
  const [effort, budget, mode] = [settings.take('effort'), settings.take('budgetTokens'), settings.take('mode')]
  settings.dropUnsupported(ledger, 'the provider decides which reasoning is shown')
  if (effort !== undefined) {
    if (budget !== undefined) ledger.drop(budget.at, `replaced by ${effort.at}`)
    if (mode !== undefined) ledger.move(mode.at, `not needed: ${effort.at} decides`)
    return effort
  }
  if (mode?.value === 'disabled' || budget?.value === 0)
    return switchedOff(mode?.value === 'disabled' ? mode : budget, budget, model, ledger)
  if (budget === undefined || budget.value < 0) {
    if (budget !== undefined) ledger.move(budget.at, 'not needed: the model decides how long it thinks')
    if (mode === undefined) return undefined
    if (model?.defaultEffort !== 'none' || model.efforts.length === 0) {
      ledger.move(mode.at, 'not needed: models that can reason do so by default')
      return undefined
    }
    ledger.approximate(mode.at, 'the model reasons only with an effort: medium was sent')
    return { value: 'medium', at: mode.at }
  }
  if (mode !== undefined) ledger.move(mode.at, 'not needed: the budget decides')
  const nearest = efforts.find(([from]) => budget.value >= from)?.[1] ?? 'low'
  ledger.approximate(budget.at, `a thinking budget is sent as the effort ${nearest}`)
  return { value: nearest, at: budget.at }
}

function switchedOff(
  decisive: ReasoningSettings['mode'] | ReasoningSettings['budgetTokens'],
  budget: ReasoningSettings['budgetTokens'],
  model: OpenAIModel | undefined,
  ledger: LossLedger,
): EncodedEffort | undefined {
  if (model !== undefined && decisive !== undefined) {
    if (budget !== undefined && budget !== decisive) ledger.move(budget.at, 'not needed: thinking is switched off')
    return { value: 'none', at: decisive.at }
  }
  // Most models without reasoning refuse the effort `none`, and so do some with it.
  for (const off of decisive === budget ? [budget] : [decisive, budget])
    if (off !== undefined) ledger.drop(off.at, 'not sent: the model may not support switching reasoning off')
  return undefined
}
