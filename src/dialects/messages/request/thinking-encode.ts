import type { MessagesThinkingConfig, MessagesTurn } from '../../../../generated/messages/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, ReasoningEffort, ReasoningSettings } from '../../../exchange/request.js'
import { TakenSettings } from '../../../exchange/taken-settings.js'
import type { ClaudeModel } from '../../claude-models.js'
import type { MessagesTarget } from './messages-target.js'
import type { OutputLimit } from './settings-encode.js'

export interface EncodedThinking {
  readonly thinking?: MessagesThinkingConfig
  readonly effort?: WireEffort
  readonly maxTokens: number
}

const minBudget = 1024
/** The thinking budget, in tokens, for an effort where the client sets no output limit. */
const budgets: Readonly<Record<WireEffort, number>> = { low: 1024, medium: 4096, high: 16384, xhigh: 24576, max: 32768 }
/** The budget as a share of the client's output limit, where it sets one. */
const shares: Readonly<Record<WireEffort, number>> = { low: 0.2, medium: 0.5, high: 0.8, xhigh: 0.9, max: 0.9 }

type WireEffort = 'low' | 'medium' | 'high' | 'xhigh' | 'max'

/**
 * Encodes thinking and the output limit, which includes thinking. An effort is sent with adaptive thinking, and a budget as a budget, unless
 * the model accepts only the other. See docs/decisions/thinking-towards-messages-upstreams.md.
 */
export function encodeThinking(
  conversation: ConversationRequest,
  limit: OutputLimit,
  messages: readonly MessagesTurn[],
  { claude: model, ledger }: MessagesTarget,
): EncodedThinking {
  const without: EncodedThinking = { maxTokens: limit.requested ?? limit.default }
  const { reasoning } = conversation
  if (reasoning === undefined) return without
  const settings = new TakenSettings(reasoning)
  const [effort, budgetTokens, mode] = [settings.take('effort'), settings.take('budgetTokens'), settings.take('mode')]
  const [summary, encrypted] = [settings.take('summary'), settings.take('encrypted')]
  settings.dropUnsupported(ledger, 'the messages style has no such reasoning setting')
  if (encrypted !== undefined) ledger.move(encrypted.at, 'not needed: proofs of reasoning are always returned')
  const off = mode?.value === 'disabled' || budgetTokens?.value === 0 || (effort?.value === 'none' && budgetTokens === undefined)
  if (off) {
    const decisive = mode?.value === 'disabled' ? mode : budgetTokens?.value === 0 ? budgetTokens : effort
    for (const other of [effort, budgetTokens, mode])
      if (other !== undefined && other !== decisive) ledger.move(other.at, 'not needed: thinking is switched off')
    if (summary !== undefined) ledger.move(summary.at, 'not needed: thinking is switched off')
    return { ...without, ...switchedOff(decisive?.at ?? '', model, ledger) }
  }
  const isRequested = effort !== undefined || mode !== undefined || (budgetTokens !== undefined && budgetTokens.value !== 0)
  if (!isRequested) {
    // Only the display is set. The model's default decides whether it thinks, and without `thinking` there is no member for the display.
    if (summary !== undefined) ledger.drop(summary.at, 'the display of thinking can be set only where thinking is switched on')
    return without
  }
  const conflict = conflictOf(conversation, messages, model)
  const wireEffort = effort === undefined ? undefined : encodeEffort(effort, model, ledger)
  const accepted = model?.thinking ?? 'either'
  const budget = budgetTokens !== undefined && budgetTokens.value > 0 ? budgetTokens : undefined
  if (conflict?.withAdaptive === true) return withoutThinking(reasoning, without, conflict.why, ledger)
  if (budget === undefined ? accepted !== 'budget' : accepted === 'adaptive') {
    if (budget !== undefined) ledger.approximate(budget.at, 'the model accepts no thinking budget: sent as an effort')
    if (budgetTokens?.value === -1) ledger.move(budgetTokens.at, 'not needed: the model decides how long it thinks')
    if (mode !== undefined && (effort ?? budget) !== undefined) ledger.move(mode.at, 'not needed: the effort or the budget decides')
    const adaptiveEffort = wireEffort ?? (budget === undefined ? undefined : effortOf(budget.value))
    return {
      ...without,
      thinking: { type: 'adaptive', ...display(reasoning, ledger) },
      ...(adaptiveEffort === undefined ? {} : { effort: adaptiveEffort }),
    }
  }
  if (conflict !== undefined) return withoutThinking(reasoning, without, conflict.why, ledger)
  return withBudget(reasoning, budget, wireEffort ?? 'medium', limit, ledger)
}

function switchedOff(at: string, model: ClaudeModel | undefined, ledger: LossLedger): Pick<EncodedThinking, 'thinking' | 'effort'> {
  switch (model?.thinkingOff) {
    case 'between_tools':
      ledger.approximate(at, 'thinking between tool calls cannot be switched off')
      return { thinking: { type: 'between_tools' } }
    case 'impossible':
      ledger.approximate(at, 'thinking cannot be switched off: sent with the effort low')
      return { effort: 'low' }
    default:
      return { thinking: { type: 'disabled' } }
  }
}

function withBudget(
  reasoning: ReasoningSettings,
  budget: Located<number> | undefined,
  effort: WireEffort,
  { requested: limit, default: standard }: OutputLimit,
  ledger: LossLedger,
): EncodedThinking {
  const wanted = Math.max(minBudget, budget?.value ?? budgetFor(effort, limit))
  const source = budget ?? reasoning.effort ?? reasoning.mode
  if (limit !== undefined && limit <= minBudget) {
    return withoutThinking(reasoning, { maxTokens: limit }, 'the output limit is too low for thinking', ledger)
  }
  for (const other of [reasoning.effort, reasoning.mode])
    if (other !== undefined && other !== source) ledger.move(other.at, 'not needed: the budget decides')
  const tokens = limit === undefined ? wanted : Math.min(wanted, limit - 1)
  if (source !== undefined && budget === undefined) ledger.approximate(source.at, `sent as a thinking budget of ${tokens} tokens`)
  else if (budget !== undefined && tokens !== budget.value)
    ledger.approximate(budget.at, `a thinking budget must be at least ${minBudget} and below the output limit: ${tokens} was sent`)
  const maxTokens = limit ?? (standard >= tokens + minBudget ? standard : tokens + standard)
  return { thinking: { type: 'enabled', budget_tokens: tokens, ...display(reasoning, ledger) }, maxTokens }
}

function budgetFor(effort: WireEffort, limit: number | undefined): number {
  return limit === undefined ? budgets[effort] : Math.floor(limit * shares[effort])
}

/** The effort for a thinking budget in tokens. */
export function effortOf(budget: number): WireEffort {
  if (budget <= 2048) return 'low'
  return budget <= 8192 ? 'medium' : 'high'
}

function encodeEffort(effort: Located<ReasoningEffort>, model: ClaudeModel | undefined, ledger: LossLedger): WireEffort {
  switch (effort.value) {
    case 'none':
    case 'minimal':
      ledger.approximate(effort.at, 'the lowest effort of the provider is low: low was sent')
      return 'low'
    case 'xhigh':
      if (model?.highestEfforts === true) return 'xhigh'
      ledger.approximate(effort.at, 'the model may not support xhigh: high was sent')
      return 'high'
    default:
      return effort.value
  }
}

function display(reasoning: ReasoningSettings, ledger: LossLedger): { readonly display?: 'summarized' | 'omitted' } {
  const { summary } = reasoning
  if (summary === undefined) return {}
  if (summary.value === 'concise' || summary.value === 'detailed')
    ledger.approximate(summary.at, 'the provider has one length of summaries only')
  return { display: summary.value === 'none' ? 'omitted' : 'summarized' }
}

interface Conflict {
  readonly why: string
  /** Whether adaptive thinking is impossible too. */
  readonly withAdaptive: boolean
}

/** What in the request excludes thinking; thinking is then dropped. */
function conflictOf(
  conversation: ConversationRequest,
  messages: readonly MessagesTurn[],
  model: ClaudeModel | undefined,
): Conflict | undefined {
  const choice = conversation.toolChoice?.value
  const forced = choice?.type === 'required' || choice?.type === 'tool' || (choice?.type === 'allowed' && choice.mode === 'required')
  if (forced && model?.forcedCalls !== false && conversation.tools.length > 0)
    return { why: 'the provider refuses thinking with a forced tool call', withAdaptive: true }
  if (messages.at(-1)?.role === 'assistant')
    return { why: 'the provider refuses thinking where the last turn is of the assistant', withAdaptive: true }
  const answered = messages.findLast(({ role }) => role === 'assistant')
  const blocks = typeof answered?.content === 'object' ? answered.content : []
  const inToolLoop = blocks.some(({ type }) => type === 'tool_use')
  const thought = blocks.some(({ type }) => type === 'thinking' || type === 'redacted_thinking')
  return inToolLoop && !thought
    ? { why: 'the provider requires its own thinking before the last tool calls', withAdaptive: false }
    : undefined
}

function withoutThinking(reasoning: ReasoningSettings, without: EncodedThinking, why: string, ledger: LossLedger): EncodedThinking {
  for (const setting of [reasoning.mode, reasoning.budgetTokens, reasoning.effort, reasoning.summary]) {
    if (setting !== undefined) ledger.drop(setting.at, why)
  }
  return without
}
