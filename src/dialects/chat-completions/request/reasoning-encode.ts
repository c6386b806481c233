import type { LossLedger } from '../../../exchange/ledger.js'
import type { ConversationRequest, ReasoningEffort, ReasoningSettings, Tool } from '../../../exchange/request.js'
import { TakenSettings } from '../../../exchange/taken-settings.js'
import { fittedEffort, type OpenAIModel } from '../../openai-models.js'

/** From these thinking budgets on, the effort that comes nearest. */
const efforts: readonly (readonly [number, ReasoningEffort])[] = [
  [16_384, 'high'],
  [4_096, 'medium'],
  [1, 'low'],
]

export interface EncodedEffort {
  readonly value: ReasoningEffort
  /** Where the client asked for it. */
  readonly at: string
}

/** `reasoning_effort`, from an effort, a budget or a switch; `undefined`: the model decides. `offered`: the first tool that the request offers. */
export function encodeEffort(
  { reasoning }: ConversationRequest,
  model: OpenAIModel | undefined,
  offered: Pick<Tool, 'at'> | undefined,
  ledger: LossLedger,
): EncodedEffort | undefined {
  const asked = reasoning === undefined ? undefined : askedEffort(reasoning, model, ledger)
  const value = asked === undefined ? undefined : fittedEffort(model, asked.value, asked.at, ledger)
  const effort = asked === undefined || value === undefined ? undefined : { value, at: asked.at }
  if (offered === undefined || model === undefined || model.chatToolsBesideEffort || (value ?? model.defaultEffort) === 'none')
    return effort
  const at = asked?.at ?? offered.at
  ledger.approximate(at, 'in this style the model takes function tools only without reasoning')
  return { value: 'none', at }
}

function askedEffort(reasoning: ReasoningSettings, model: OpenAIModel | undefined, ledger: LossLedger): EncodedEffort | undefined {
  const settings = new TakenSettings(reasoning)
  const [effort, budget, mode] = [settings.take('effort'), settings.take('budgetTokens'), settings.take('mode')]
  settings.dropUnsupported(ledger, 'the provider decides which thoughts are shown')
  if (effort !== undefined) {
    if (budget !== undefined) ledger.drop(budget.at, `${effort.at} decides`)
    if (mode !== undefined) ledger.move(mode.at, `is said by ${effort.at}`)
    return effort
  }
  if (mode?.value === 'disabled' || budget?.value === 0)
    return switchedOff(mode?.value === 'disabled' ? mode : budget, budget, model, ledger)
  if (budget === undefined || budget.value < 0) {
    if (budget !== undefined) ledger.move(budget.at, 'the model chooses the budget, as models of this style do')
    if (mode === undefined) return undefined
    if (model?.defaultEffort !== 'none' || model.efforts.length === 0) {
      ledger.move(mode.at, 'models of this style think where they can')
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
  says: ReasoningSettings['mode'] | ReasoningSettings['budgetTokens'],
  budget: ReasoningSettings['budgetTokens'],
  model: OpenAIModel | undefined,
  ledger: LossLedger,
): EncodedEffort | undefined {
  if (model !== undefined && says !== undefined) {
    if (budget !== undefined && budget !== says) ledger.move(budget.at, 'not needed: thinking is switched off')
    return { value: 'none', at: says.at }
  }
  // `none` is refused by most models that cannot think, and by some that can.
  for (const off of says === budget ? [budget] : [says, budget])
    if (off !== undefined) ledger.drop(off.at, 'thinking cannot be switched off for every model of this style')
  return undefined
}
