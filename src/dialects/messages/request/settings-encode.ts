import type { MessagesRequest } from '../../../../generated/messages/model/index.js'
import { refuse } from '../../../exchange/error.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { Settings } from '../../../exchange/request.js'

type Sampling = Pick<MessagesRequest, 'temperature' | 'top_p' | 'top_k'>
type Others = Pick<MessagesRequest, 'stop_sequences' | 'metadata' | 'service_tier'>

/** Temperature goes from 0 to 1 here; none of these may stand beside thinking. */
export function encodeSampling(settings: Settings, thinks: boolean, ledger: LossLedger): Sampling {
  const { temperature, topP, topK } = settings
  if (thinks) {
    for (const setting of [temperature, topP, topK])
      if (setting !== undefined) ledger.drop(setting.at, 'thinking excludes sampling settings')
    return {}
  }
  const warmth = temperature === undefined ? undefined : Math.min(1, Math.max(0, temperature.value))
  if (temperature !== undefined && warmth !== temperature.value) ledger.approximate(temperature.at, 'the temperature goes from 0 to 1')
  return {
    ...(warmth === undefined ? {} : { temperature: warmth }),
    ...(topP === undefined ? {} : { top_p: fitting(topP, Math.min(1, Math.max(0, topP.value)), ledger) }),
    ...(topK === undefined ? {} : { top_k: fitting(topK, Math.max(0, Math.round(topK.value)), ledger) }),
  }
}

function fitting(setting: Located<number>, value: number, ledger: LossLedger): number {
  if (value !== setting.value) ledger.approximate(setting.at, `${value} is the nearest value that is taken`)
  return value
}

export function encodeOthers(settings: Settings, ledger: LossLedger): Others {
  const { user } = settings
  const stops = encodeStops(settings.stopSequences, ledger)
  const tier = encodeTier(settings.serviceTier, ledger)
  bookTuning(settings, ledger)
  bookHarmless(settings, ledger)
  refuseImpossible(settings)
  return {
    ...(stops.length === 0 ? {} : { stop_sequences: stops }),
    ...(user === undefined ? {} : { metadata: { user_id: user.value } }),
    ...(tier === undefined ? {} : { service_tier: tier }),
  }
}

function encodeStops(stops: Located<readonly string[]> | undefined, ledger: LossLedger): string[] {
  if (stops === undefined) return []
  const kept = stops.value.filter((stop) => stop.trim() !== '')
  if (kept.length < stops.value.length) ledger.drop(stops.at, 'the upstream takes no stop sequence of white space only')
  return kept
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
      ledger.drop(tier.at, 'the upstream has no such service tier')
      return undefined
  }
}

/** What only tunes the answer is left out. */
function bookTuning(settings: Settings, ledger: LossLedger): void {
  const { seed, presencePenalty, frequencyPenalty, logitBias, topLogprobs, metadata, verbosity, promptCacheKey, audio } = settings
  const tuning = [seed, presencePenalty, frequencyPenalty, logitBias, topLogprobs, metadata, verbosity, promptCacheKey, audio]
  for (const setting of tuning) if (setting !== undefined) ledger.drop(setting.at, 'has no counterpart in the messages style')
  if (settings.logprobs?.value === true) ledger.drop(settings.logprobs.at, 'has no counterpart in the messages style')
}

/** What says no more than the style does anyway. */
function bookHarmless(settings: Settings, ledger: LossLedger): void {
  const { logprobs, choiceCount, store, streamUsage, modalities } = settings
  if (logprobs?.value === false) ledger.move(logprobs.at, 'there are none')
  if (choiceCount?.value === 1) ledger.move(choiceCount.at, 'there is one choice')
  if (store !== undefined) ledger.move(store.at, 'the upstream stores nothing')
  if (streamUsage !== undefined) ledger.move(streamUsage.at, 'usage always comes')
  if (modalities !== undefined) ledger.move(modalities.at, 'the answer is text')
}

function refuseImpossible({ choiceCount, modalities }: Settings): void {
  if (choiceCount !== undefined && choiceCount.value > 1)
    throw refuse(choiceCount.at, 'The model behind this name gives one choice at a time.')
  const other = modalities?.value.find((modality) => modality !== 'text')
  if (modalities !== undefined && other !== undefined)
    throw refuse(modalities.at, `The model behind this name answers with text, not ${other}.`)
}
