import type { GeminiThinkingConfig } from '../../../../generated/generate-content/model/index.js'
import type { ChatDialect } from '../../../exchange/dialect-name.js'
import type { ConversationRequest, ReasoningEffort, ReasoningSettings } from '../../../exchange/request.js'
import { TakenSettings } from '../../../exchange/taken-settings.js'
import type { Target } from '../../../exchange/target.js'
import { geminiModel, isProModel, modelGeneration, type ThinkingLevel } from '../models.js'

const levels: Readonly<Record<ReasoningEffort, ThinkingLevel>> = {
  none: 'MINIMAL',
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
}
/** Google's mapping of `reasoning_effort` (https://ai.google.dev/gemini-api/docs/openai#thinking), in tokens. */
const budgets: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24576,
  xhigh: 24576,
  max: 24576,
}
const largestBudget = 24576
const largestProBudget = 32768
/** Pro models before Gemini 3 cannot switch thinking off. */
const smallestProBudget = 128

/** An effort becomes a level from Gemini 3 on, and a budget before it. Models without a generation in their name count as newest. */
export function encodeThinking(conversation: ConversationRequest, target: Target): GeminiThinkingConfig | undefined {
  const { dialect, reasoning } = conversation
  if (reasoning === undefined) return undefined
  const settings = new TakenSettings(reasoning)
  if (geminiModel(target.model)?.thinking === 'none') {
    settings.dropUnsupported(target.ledger, 'the model has no thinking')
    return undefined
  }
  const encrypted = settings.take('encrypted')
  if (encrypted !== undefined) target.ledger.move(encrypted.at, 'not needed: signatures are always returned')
  const depth = takeDepth(settings, target)
  const thoughts = takeVisibility(dialect, settings, target)
  settings.dropUnsupported(target.ledger, 'generate-content has no such setting')
  const config = { ...depth, ...thoughts }
  return Object.keys(config).length > 0 ? config : undefined
}

function takeDepth(settings: TakenSettings<ReasoningSettings>, target: Target): GeminiThinkingConfig {
  const [effort, budget, mode] = [settings.take('effort'), settings.take('budgetTokens'), settings.take('mode')]
  const levelled = (modelGeneration(target.model) ?? 3) >= 3
  if (mode?.value === 'disabled') {
    unused(effort, budget, target)
    return switchedOff(mode.at, target)
  }
  if (budget !== undefined && (effort === undefined || !levelled)) {
    if (effort !== undefined) target.ledger.drop(effort.at, 'the budget decides')
    if (mode !== undefined) target.ledger.move(mode.at, 'not needed: the budget decides')
    if (budget.value === 0) return switchedOff(budget.at, target)
    return geminiModel(target.model)?.thinking === 'level'
      ? levelOf(budget.value, budget.at, target)
      : { thinkingBudget: fittingBudget(budget.value, budget.at, target) }
  }
  if (effort !== undefined) {
    if (budget !== undefined) target.ledger.drop(budget.at, 'the effort decides')
    if (mode !== undefined) target.ledger.move(mode.at, 'not needed: the effort decides')
    return encodeEffort(effort.value, effort.at, levelled, target)
  }
  if (mode === undefined) return {}
  target.ledger.move(mode.at, 'the model decides how much to think')
  return levelled ? {} : { thinkingBudget: -1 }
}

function unused(effort: ReasoningSettings['effort'], budget: ReasoningSettings['budgetTokens'], target: Target): void {
  if (effort !== undefined) target.ledger.drop(effort.at, 'thinking is switched off')
  if (budget !== undefined) target.ledger.drop(budget.at, 'thinking is switched off')
}

function switchedOff(at: string, target: Target): GeminiThinkingConfig {
  const generation = modelGeneration(target.model)
  if (generation !== undefined && generation >= 3) {
    target.ledger.approximate(at, 'the model cannot switch thinking off: it thinks as little as it can')
    return { thinkingLevel: knownLevel('MINIMAL', target.model) }
  }
  if (generation === undefined || !isProModel(target.model)) {
    target.ledger.move(at, 'a budget of 0 switches thinking off')
    return { thinkingBudget: 0 }
  }
  target.ledger.approximate(at, 'the model cannot switch thinking off: it thinks as little as it can')
  return { thinkingBudget: smallestProBudget }
}

/** The level for a budget, which models from 3.5 on refuse. A budget of -1 means that the model decides, as it does without a level. */
function levelOf(budget: number, at: string, target: Target): GeminiThinkingConfig {
  if (budget < 0) {
    target.ledger.move(at, 'the model decides how much to think')
    return {}
  }
  const level = knownLevel(budget <= budgets.low ? 'LOW' : budget <= budgets.medium ? 'MEDIUM' : 'HIGH', target.model)
  target.ledger.approximate(at, `the model refuses budgets: the level ${level} was sent`)
  return { thinkingLevel: level }
}

function fittingBudget(budget: number, at: string, target: Target): number {
  const largest = isProModel(target.model) ? largestProBudget : largestBudget
  if (budget <= largest) return budget
  target.ledger.approximate(at, `the model accepts at most ${largest} tokens`)
  return largest
}

function encodeEffort(effort: ReasoningEffort, at: string, levelled: boolean, target: Target): GeminiThinkingConfig {
  if (effort === 'none') return switchedOff(at, target)
  if (!levelled) {
    target.ledger.approximate(at, `the effort is sent as a budget of ${budgets[effort]} tokens`)
    return { thinkingBudget: budgets[effort] }
  }
  const level = knownLevel(levels[effort], target.model)
  if (level.toLowerCase() !== effort) target.ledger.approximate(at, `the nearest level is ${level}`)
  return { thinkingLevel: level }
}

const allLevels: readonly ThinkingLevel[] = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']

/** The level, or the next higher one that the model has. */
function knownLevel(level: ThinkingLevel, name: string): ThinkingLevel {
  const from = allLevels.indexOf(level)
  return geminiModel(name)?.levels.find((known) => allLevels.indexOf(known) >= from) ?? level
}

/** Clients of messages and chat completions get reasoning without asking for a summary: thoughts are requested whenever thinking is on. */
function takeVisibility(dialect: ChatDialect, settings: TakenSettings<ReasoningSettings>, target: Target): GeminiThinkingConfig {
  const summary = settings.take('summary')
  if (summary === undefined) {
    const [effort, budget, mode] = [settings.take('effort'), settings.take('budgetTokens'), settings.take('mode')]
    const on = mode?.value !== 'disabled' && budget?.value !== 0 && effort?.value !== 'none'
    const asked = (effort ?? mode ?? budget) !== undefined
    return on && asked && (dialect === 'messages' || dialect === 'chat-completions') ? { includeThoughts: true } : {}
  }
  if (summary.value === 'concise' || summary.value === 'detailed') target.ledger.approximate(summary.at, 'thoughts have one length only')
  return { includeThoughts: summary.value !== 'none' }
}
