import type { LossLedger } from '../../exchange/ledger.js'
import type { ReasoningSettings } from '../../exchange/request.js'

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
  const { effort, budgetTokens, mode, summary, encrypted } = reasoning
  if (summary !== undefined) ledger.drop(summary.at, 'Converse shows reasoning as the model gives it')
  if (encrypted !== undefined) ledger.drop(encrypted.at, 'proofs come as the model gives them')
  const off = mode?.value === 'disabled' || budgetTokens?.value === 0 || (effort?.value === 'none' && budgetTokens === undefined)
  if (/\banthropic\.claude/.test(model)) {
    if (off) return {}
    const asked = budgetTokens !== undefined && budgetTokens.value > 0 ? budgetTokens.value : (budgets[effort?.value ?? 'medium'] ?? 4096)
    const budget = Math.max(leastBudget, maxTokens === undefined ? asked : Math.min(asked, maxTokens - 1))
    if (maxTokens !== undefined && maxTokens <= leastBudget) {
      for (const setting of [effort, budgetTokens, mode])
        if (setting !== undefined) ledger.drop(setting.at, 'the output limit leaves no room for thinking')
      return {}
    }
    const source = budgetTokens ?? effort ?? mode
    if (source !== undefined && source.value !== budget) ledger.approximate(source.at, `sent as a thinking budget of ${budget} tokens`)
    return { thinking: { type: 'enabled', budget_tokens: budget } }
  }
  const word = effort?.value ?? (budgetTokens === undefined || budgetTokens.value < 0 ? undefined : effortOf(budgetTokens.value))
  const level =
    word === undefined || word === 'none' ? undefined : word === 'minimal' ? 'low' : word === 'xhigh' || word === 'max' ? 'high' : word
  const exact = effort !== undefined && (effort.value === level || off)
  const source = effort ?? budgetTokens ?? mode
  if (/\bopenai\.gpt-oss/.test(model)) {
    if (source !== undefined && !exact) ledger.approximate(source.at, `sent as the effort ${off ? 'low' : (level ?? 'medium')}`)
    return { reasoning_effort: off ? 'low' : (level ?? 'medium') }
  }
  if (/\bamazon\.nova-2/.test(model)) {
    if (source !== undefined && !exact) ledger.approximate(source.at, `sent as the effort ${level ?? 'medium'}`)
    return { reasoningConfig: off ? { type: 'disabled' } : { type: 'enabled', maxReasoningEffort: level ?? 'medium' } }
  }
  for (const setting of [effort, budgetTokens, mode])
    if (setting !== undefined) ledger.drop(setting.at, 'this model has no setting for its reasoning')
  return {}
}

function effortOf(budget: number): 'low' | 'medium' | 'high' {
  if (budget <= 2048) return 'low'
  return budget <= 8192 ? 'medium' : 'high'
}
