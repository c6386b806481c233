import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ReasoningEffort, ReasoningSettings } from '../../../exchange/request.js'
import { claudeModel, type ClaudeModel } from '../../claude-models.js'
import { TakenSettings } from '../../../exchange/taken-settings.js'

/** Budgets that stand for an effort. */
const budgets: Readonly<Record<string, number>> = { minimal: 1024, low: 1024, medium: 4096, high: 16384, xhigh: 24576, max: 32768 }
const leastBudget = 1024

/**
 * Converse has no word of its own for reasoning: each family of models has one, which goes into `additionalModelRequestFields`.
 * `maxTokens`: the output limit, which holds thinking and answer together.
 */
export function encodeReasoning(
  model: string,
  reasoning: ReasoningSettings,
  maxTokens: number | undefined,
  ledger: LossLedger,
): Readonly<Record<string, unknown>> {
  const settings = new TakenSettings(reasoning)
  const [effort, budgetTokens, mode] = [settings.take('effort'), settings.take('budgetTokens'), settings.take('mode')]
  settings.dropUnsupported(ledger, 'Converse shows reasoning as the model gives it')
  // One of them decides; the others say the same, or nothing more.
  const source = budgetTokens ?? effort ?? mode
  for (const setting of [effort, mode])
    if (setting !== undefined && setting !== source) ledger.move(setting.at, `${source?.at ?? ''} decides`)
  if (source === undefined) return {}
  const off = budgetTokens === undefined ? mode?.value === 'disabled' || effort?.value === 'none' : budgetTokens.value === 0
  if (/\banthropic\.claude/.test(model))
    return claude(source, { off, budget: budgetTokens?.value, effort: effort?.value, maxTokens }, claudeModel(model), ledger)
  const word = wordOf(budgetTokens?.value, effort?.value)
  if (/\bopenai\.gpt-oss/.test(model)) {
    const level = off ? 'low' : word
    if (source.value !== level) ledger.approximate(source.at, `sent as the effort ${level}`)
    return { reasoning_effort: level }
  }
  if (/\bamazon\.nova-2/.test(model)) {
    if (off) return { reasoningConfig: { type: 'disabled' } }
    if (source.value !== word) ledger.approximate(source.at, `sent as the effort ${word}`)
    return { reasoningConfig: { type: 'enabled', maxReasoningEffort: word } }
  }
  ledger.drop(source.at, 'this model has no setting for its reasoning')
  return {}
}

interface Asked {
  readonly off: boolean
  readonly budget: number | undefined
  readonly effort: ReasoningEffort | undefined
  readonly maxTokens: number | undefined
}

function claude(
  source: Located<unknown>,
  { off, budget, effort, maxTokens }: Asked,
  model: ClaudeModel | undefined,
  ledger: LossLedger,
): Readonly<Record<string, unknown>> {
  if (off && model?.thinkingOff === 'impossible') {
    ledger.approximate(source.at, 'the model cannot stop thinking: low is the least effort')
    return { output_config: { effort: 'low' } }
  }
  if (off) {
    ledger.move(source.at, 'not needed: it does not think by default')
    return {}
  }
  if (model?.thinking === 'adaptive') {
    const word = effort === undefined || effort === 'none' || effort === 'minimal' ? wordOf(budget, effort) : effort
    if (source.value !== word) ledger.approximate(source.at, `sent as the effort ${word}`)
    return { thinking: { type: 'adaptive' }, output_config: { effort: word } }
  }
  if (maxTokens !== undefined && maxTokens <= leastBudget) {
    ledger.drop(source.at, 'the output limit leaves no room for thinking')
    return {}
  }
  const asked = Math.max(leastBudget, budget !== undefined && budget > 0 ? budget : (budgets[effort ?? 'medium'] ?? 4096))
  const tokens = maxTokens === undefined ? asked : Math.min(asked, maxTokens - 1)
  if (source.value !== tokens) ledger.approximate(source.at, `sent as a thinking budget of ${tokens} tokens`)
  return { thinking: { type: 'enabled', budget_tokens: tokens } }
}

/** The three words that models have, from whatever was asked. */
function wordOf(budget: number | undefined, effort: ReasoningEffort | undefined): 'low' | 'medium' | 'high' {
  if (budget !== undefined && budget > 0) return budget <= 2048 ? 'low' : budget <= 8192 ? 'medium' : 'high'
  if (effort === 'minimal' || effort === 'low') return 'low'
  return effort === 'high' || effort === 'xhigh' || effort === 'max' ? 'high' : 'medium'
}
