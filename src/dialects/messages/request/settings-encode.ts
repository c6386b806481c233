import type { MessagesRequest } from '../../../../generated/messages/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import { clamped, takeNoLogprobs, takeOneTextReply, takeStreamUsage, type TakenSettings } from '../../../exchange/taken-settings.js'
import type { Target } from '../../../exchange/target.js'
import type { ClaudeModel } from '../../claude-models.js'
import type { RequestBody } from '../../request-body.js'

type Body = RequestBody<MessagesRequest>

/** What servers of this style take from any client: the limit that the most used one sends to all of them. */
const usualOutputTokens = 32_000

export interface OutputLimit {
  /** Of the client; absent where it set none. */
  readonly asked?: number
  readonly standard: number
}

/** The style demands a limit: the client's, else the configured one, else what is usual for the model. */
export function outputLimit(asked: Located<number> | undefined, model: ClaudeModel | undefined, target: Target): OutputLimit {
  const standard = target.defaultMaxOutputTokens ?? model?.defaultOutputTokens ?? usualOutputTokens
  return asked === undefined ? { standard } : { asked: asked.value, standard }
}

/** Temperature goes from 0 to 1 here. */
export function putSampling(body: Body, settings: TakenSettings, ledger: LossLedger): void {
  const [temperature, topP, topK] = [settings.take('temperature'), settings.take('topP'), settings.take('topK')]
  if (temperature !== undefined) body.put('temperature', clamped(temperature, 0, 1, ledger), temperature)
  if (topP !== undefined) body.put('top_p', clamped(topP, 0, 1, ledger), topP)
  if (topK !== undefined) body.put('top_k', wholeNumber(topK, ledger), topK)
}

function wholeNumber(setting: Located<number>, ledger: LossLedger): number {
  const value = Math.max(0, Math.round(setting.value))
  if (value !== setting.value) ledger.approximate(setting.at, `${value} is the nearest value that is taken`)
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
  const store = settings.take('store')
  if (store !== undefined) ledger.move(store.at, 'the provider stores nothing')
}

function encodeStops(stops: Located<readonly string[]> | undefined, ledger: LossLedger): string[] | undefined {
  if (stops === undefined) return undefined
  const kept = stops.value.filter((stop) => stop.trim() !== '')
  if (kept.length < stops.value.length) ledger.drop(stops.at, 'the provider refuses stop sequences of only white space')
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
