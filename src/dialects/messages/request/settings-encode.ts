import type { MessagesRequest } from '../../../../generated/messages/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import {
  clamped,
  takeNoLogprobs,
  takeOneTextReply,
  takeStored,
  takeStreamUsage,
  type TakenSettings,
} from '../../../exchange/taken-settings.js'
import type { Target } from '../../../exchange/target.js'
import type { ClaudeModel } from '../../claude-models.js'
import type { RequestBody } from '../../request-body.js'

type Body = RequestBody<MessagesRequest>

/** The limit for models that are not known: the one that Claude Code sends, which servers of this dialect accept. */
const fallbackOutputTokens = 32_000

export interface OutputLimit {
  /** The client's limit. */
  readonly requested?: number
  readonly default: number
}

/** The output limit, which the dialect requires: the client's, and as the default the configured one or the model's. */
export function outputLimit(requested: Located<number> | undefined, model: ClaudeModel | undefined, target: Target): OutputLimit {
  const standard = target.defaultMaxOutputTokens ?? model?.defaultOutputTokens ?? fallbackOutputTokens
  return requested === undefined ? { default: standard } : { requested: requested.value, default: standard }
}

/** Sampling settings; the dialect's temperature is from 0 to 1. */
export function putSampling(body: Body, settings: TakenSettings, ledger: LossLedger): void {
  const [temperature, topP, topK] = [settings.take('temperature'), settings.take('topP'), settings.take('topK')]
  if (temperature !== undefined) body.put('temperature', clamped(temperature, 0, 1, ledger), temperature)
  if (topP !== undefined) body.put('top_p', clamped(topP, 0, 1, ledger), topP)
  if (topK !== undefined) body.put('top_k', wholeNumber(topK, ledger), topK)
}

function wholeNumber(setting: Located<number>, ledger: LossLedger): number {
  const value = Math.max(0, Math.round(setting.value))
  if (value !== setting.value) ledger.approximate(setting.at, `the provider accepts whole numbers: ${value} was sent`)
  return value
}

export function putOthers(body: Body, settings: TakenSettings, ledger: LossLedger): void {
  takeOneTextReply(settings, ledger)
  takeStreamUsage(settings, ledger)
  takeNoLogprobs(settings, ledger)
  const stops = settings.take('stopSequences')
  body.put('stop_sequences', encodeStops(stops, ledger), stops)
  const user = settings.take('user')
  if (user !== undefined) body.put('metadata', { user_id: user.value }, user)
  const tier = settings.take('serviceTier')
  body.put('service_tier', encodeTier(tier, ledger), tier)
  takeStored(settings, ledger)
}

function encodeStops(stops: Located<readonly string[]> | undefined, ledger: LossLedger): string[] | undefined {
  if (stops === undefined) return undefined
  const kept = stops.value.filter((stop) => stop.trim() !== '')
  if (kept.length < stops.value.length) ledger.drop(stops.at, 'the provider refuses stop sequences of white space only')
  return kept.length === 0 ? undefined : kept
}

function encodeTier(tier: Located<string> | undefined, ledger: LossLedger): 'auto' | 'standard_only' | undefined {
  if (tier === undefined) return undefined
  switch (tier.value) {
    case 'auto':
    case 'standard_only':
      return tier.value
    case 'default':
      return 'standard_only'
    default:
      ledger.drop(tier.at, 'the provider has no such service tier')
      return undefined
  }
}
