import type { MessagesThinkingConfig, MessagesTurn } from '../../../../generated/messages/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, ReasoningEffort, ReasoningSettings } from '../../../exchange/request.js'
import { TakenSettings } from '../../../exchange/taken-settings.js'
import type { ClaudeModel } from '../../claude-models.js'
import type { EncodeScope } from './encode-scope.js'
import type { OutputLimit } from './settings-encode.js'

export interface EncodedThinking {
  readonly thinking?: MessagesThinkingConfig
  readonly effort?: WireEffort
  readonly maxTokens: number
}

const leastBudget = 1024
/** Budgets that stand for an effort where the client set no limit of its own. */
const budgets: Readonly<Record<WireEffort, number>> = { low: 1024, medium: 4096, high: 16384, xhigh: 24576, max: 32768 }
/** And the share of the client's limit where it set one. */
const shares: Readonly<Record<WireEffort, number>> = { low: 0.2, medium: 0.5, high: 0.8, xhigh: 0.9, max: 0.9 }

type WireEffort = 'low' | 'medium' | 'high' | 'xhigh' | 'max'

/**
 * Thinking and the output limit (`limit`), which holds thinking and answer together. An effort is sent as an effort with adaptive thinking, a budget
 * as a budget, unless the model is known to take only the other.
 */
export function encodeThinking(
  conversation: ConversationRequest,
  limit: OutputLimit,
  messages: readonly MessagesTurn[],
  { model, ledger }: EncodeScope,
): EncodedThinking {
  const without: EncodedThinking = { maxTokens: limit.asked ?? limit.standard }
  const { reasoning } = conversation
  if (reasoning === undefined) return without
  const settings = new TakenSettings(reasoning)
  const [effort, budgetTokens, mode] = [settings.take('effort'), settings.take('budgetTokens'), settings.take('mode')]
  const [summary, encrypted] = [settings.take('summary'), settings.take('encrypted')]
  settings.dropUnsupported(ledger, 'the messages style has no such setting of reasoning')
  if (encrypted !== undefined) ledger.move(encrypted.at, 'not needed: proofs of reasoning are always returned')
  const off = mode?.value === 'disabled' || budgetTokens?.value === 0 || (effort?.value === 'none' && budgetTokens === undefined)
  if (off) {
    const says = mode?.value === 'disabled' ? mode : budgetTokens?.value === 0 ? budgetTokens : effort
    for (const other of [effort, budgetTokens, mode])
      if (other !== undefined && other !== says) ledger.move(other.at, 'not needed: thinking is switched off')
    if (summary !== undefined) ledger.move(summary.at, 'there is nothing to show without thinking')
    return { ...without, ...switchedOff(says?.at ?? '', model, ledger) }
  }
  const asked = effort !== undefined || mode !== undefined || (budgetTokens !== undefined && budgetTokens.value !== 0)
  if (!asked) {
    // Only the display is set: whether the model thinks is its own default, and there is nothing to attach the display to.
    if (summary !== undefined) ledger.drop(summary.at, 'thinking is shown only where it is switched on')
    return without
  }
  const obstacle = obstacleTo(conversation, messages, model)
  const wireEffort = effort === undefined ? undefined : encodeEffort(effort, model, ledger)
  const form = model?.thinking ?? 'either'
  const budget = budgetTokens !== undefined && budgetTokens.value > 0 ? budgetTokens : undefined
  if (obstacle?.forEveryForm === true) return blocked(reasoning, without, obstacle.why, ledger)
  if (budget === undefined ? form !== 'budget' : form === 'adaptive') {
    if (budget !== undefined) ledger.approximate(budget.at, 'the model decides how long it thinks; the budget became an effort')
    if (budgetTokens?.value === -1) ledger.move(budgetTokens.at, 'the model decides how long it thinks')
    if (mode !== undefined && (effort ?? budget) !== undefined) ledger.move(mode.at, 'not needed: the effort or the budget decides')
    const adaptiveEffort = wireEffort ?? (budget === undefined ? undefined : effortOf(budget.value))
    return {
      ...without,
      thinking: { type: 'adaptive', ...display(reasoning, ledger) },
      ...(adaptiveEffort === undefined ? {} : { effort: adaptiveEffort }),
    }
  }
  if (obstacle !== undefined) return blocked(reasoning, without, obstacle.why, ledger)
  return withBudget(reasoning, budget, wireEffort ?? 'medium', limit, ledger)
}

function switchedOff(at: string, model: ClaudeModel | undefined, ledger: LossLedger): Pick<EncodedThinking, 'thinking' | 'effort'> {
  switch (model?.thinkingOff) {
    case 'between_tools':
      ledger.approximate(at, 'the model thinks at least between tool calls')
      return { thinking: { type: 'between_tools' } }
    case 'impossible':
      ledger.approximate(at, 'the model cannot stop thinking: low is the least effort')
      return { effort: 'low' }
    default:
      return { thinking: { type: 'disabled' } }
  }
}

function withBudget(
  reasoning: ReasoningSettings,
  budget: Located<number> | undefined,
  effort: WireEffort,
  { asked: limit, standard }: OutputLimit,
  ledger: LossLedger,
): EncodedThinking {
  const asked = Math.max(leastBudget, budget?.value ?? budgetFor(effort, limit))
  const source = budget ?? reasoning.effort ?? reasoning.mode
  if (limit !== undefined && limit <= leastBudget) {
    return blocked(reasoning, { maxTokens: limit }, 'the output limit leaves no room for thinking', ledger)
  }
  for (const other of [reasoning.effort, reasoning.mode])
    if (other !== undefined && other !== source) ledger.move(other.at, 'not needed: the budget decides')
  const tokens = limit === undefined ? asked : Math.min(asked, limit - 1)
  if (source !== undefined && budget === undefined) ledger.approximate(source.at, `sent as a thinking budget of ${tokens} tokens`)
  else if (budget !== undefined && tokens !== budget.value)
    ledger.approximate(budget.at, `a thinking budget is at least ${leastBudget} and below the output limit`)
  const maxTokens = limit ?? (standard >= tokens + leastBudget ? standard : tokens + standard)
  return { thinking: { type: 'enabled', budget_tokens: tokens, ...display(reasoning, ledger) }, maxTokens }
}

function budgetFor(effort: WireEffort, limit: number | undefined): number {
  return limit === undefined ? budgets[effort] : Math.floor(limit * shares[effort])
}

/** The effort that comes nearest to a budget. */
export function effortOf(budget: number): WireEffort {
  if (budget <= 2048) return 'low'
  return budget <= 8192 ? 'medium' : 'high'
}

function encodeEffort(effort: Located<ReasoningEffort>, model: ClaudeModel | undefined, ledger: LossLedger): WireEffort {
  switch (effort.value) {
    case 'none':
    case 'minimal':
      ledger.approximate(effort.at, 'low is the least effort')
      return 'low'
    case 'xhigh':
      if (model?.highestEfforts === true) return 'xhigh'
      ledger.approximate(effort.at, 'the model may not know xhigh, so high is asked for')
      return 'high'
    default:
      return effort.value
  }
}

function display(reasoning: ReasoningSettings, ledger: LossLedger): { readonly display?: 'summarized' | 'omitted' } {
  const { summary } = reasoning
  if (summary === undefined) return {}
  if (summary.value === 'concise' || summary.value === 'detailed') ledger.approximate(summary.at, 'a summary of thinking has one length')
  return { display: summary.value === 'none' ? 'omitted' : 'summarized' }
}

interface Obstacle {
  readonly why: string
  /** Adaptive thinking is impossible too. */
  readonly forEveryForm: boolean
}

/** What thinking cannot go together with; the rest of the request matters more. */
function obstacleTo(
  conversation: ConversationRequest,
  messages: readonly MessagesTurn[],
  model: ClaudeModel | undefined,
): Obstacle | undefined {
  const choice = conversation.toolChoice?.value
  const forced = choice?.type === 'required' || choice?.type === 'tool' || (choice?.type === 'allowed' && choice.mode === 'required')
  if (forced && model?.forcedCalls !== false && conversation.tools.length > 0)
    return { why: 'a forced tool call excludes thinking', forEveryForm: true }
  if (messages.at(-1)?.role === 'assistant') return { why: 'an answer that is to be continued excludes thinking', forEveryForm: true }
  const answered = messages.findLast(({ role }) => role === 'assistant')
  const blocks = typeof answered?.content === 'object' ? answered.content : []
  const inToolLoop = blocks.some(({ type }) => type === 'tool_use')
  const thought = blocks.some(({ type }) => type === 'thinking' || type === 'redacted_thinking')
  return inToolLoop && !thought
    ? { why: 'the turn with the last tool calls has no thinking to go on from', forEveryForm: false }
    : undefined
}

function blocked(reasoning: ReasoningSettings, without: EncodedThinking, why: string, ledger: LossLedger): EncodedThinking {
  for (const setting of [reasoning.mode, reasoning.budgetTokens, reasoning.effort, reasoning.summary]) {
    if (setting !== undefined) ledger.drop(setting.at, why)
  }
  return without
}
