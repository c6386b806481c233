import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ReasoningEffort, ReasoningSettings } from '../../../exchange/request.js'
import { claudeModel, type ClaudeModel } from '../../claude-models.js'
import { TakenSettings } from '../../../exchange/taken-settings.js'

/** Thinking budgets for efforts, in tokens. */
const budgets: Readonly<Record<string, number>> = { minimal: 1024, low: 1024, medium: 4096, high: 16384, xhigh: 24576, max: 32768 }
const leastBudget = 1024

/**
 * The members of `additionalModelRequestFields` for reasoning: Converse has none of its own, so each family of models has others.
 * `maxTokens`: the output limit, which includes the thinking.
 */
export function encodeReasoning(
  model: string,
  reasoning: ReasoningSettings,
  maxTokens: number | undefined,
  ledger: LossLedger,
): Readonly<Record<string, unknown>> {
  const settings = new TakenSettings(reasoning)
  const [effort, budgetTokens, mode] = [settings.take('effort'), settings.take('budgetTokens'), settings.take('mode')]
  settings.dropUnsupported(ledger, 'Converse always returns the reasoning')
  const source = budgetTokens ?? effort ?? mode
  for (const setting of [effort, mode])
    if (setting !== undefined && setting !== source) ledger.move(setting.at, `${source?.at ?? ''} decides`)
  if (source === undefined) return {}
  const off = budgetTokens === undefined ? mode?.value === 'disabled' || effort?.value === 'none' : budgetTokens.value === 0
  if (/\banthropic\.claude/.test(model))
    return claude(source, { off, budget: budgetTokens?.value, effort: effort?.value, maxTokens }, claudeModel(model), ledger)
  const level = levelOf(budgetTokens?.value, effort?.value)
  if (/\bopenai\.gpt-oss/.test(model)) {
    const sent = off ? 'low' : level
    if (source.value !== sent) ledger.approximate(source.at, `sent as the effort ${sent}`)
    return { reasoning_effort: sent }
  }
  if (/\bamazon\.nova-2/.test(model)) {
    if (off) return { reasoningConfig: { type: 'disabled' } }
    if (source.value !== level) ledger.approximate(source.at, `sent as the effort ${level}`)
    return { reasoningConfig: { type: 'enabled', maxReasoningEffort: level } }
  }
  ledger.drop(source.at, 'this model has no such setting in Converse')
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
    ledger.approximate(source.at, 'the model cannot switch thinking off: sent as the effort low')
    return { output_config: { effort: 'low' } }
  }
  if (off) {
    ledger.move(source.at, 'not needed: it does not think by default')
    return {}
  }
  if (model?.thinking === 'adaptive') {
    const level = effort === undefined || effort === 'none' || effort === 'minimal' ? levelOf(budget, effort) : effort
    if (source.value !== level) ledger.approximate(source.at, `sent as the effort ${level}`)
    return { thinking: { type: 'adaptive' }, output_config: { effort: level } }
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

/** The nearest of the three efforts that all models have. */
function levelOf(budget: number | undefined, effort: ReasoningEffort | undefined): 'low' | 'medium' | 'high' {
  if (budget !== undefined && budget > 0) return budget <= 2048 ? 'low' : budget <= 8192 ? 'medium' : 'high'
  if (effort === 'minimal' || effort === 'low') return 'low'
  return effort === 'high' || effort === 'xhigh' || effort === 'max' ? 'high' : 'medium'
}
